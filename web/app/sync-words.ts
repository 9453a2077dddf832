import type { SyncStatus } from '#web/db/device-types.ts'

export type BadgeKind = 'signed-out' | 'attention' | 'first-sync' | 'offline' | 'waiting' | 'starting' | 'synced'

/** `text` stands in the badge; `short` where there is little room; `detail` says in a sentence what it means. */
export type Badge = { kind: BadgeKind; text: string; short: string; detail: string }

export const changesText = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'change' : 'changes'}`

/** What the sync state is called, most pressing first. `toTime` writes an instant as the device's clock shows it. */
export function statusToBadge(status: SyncStatus, needsSignIn: boolean, toTime: (instant: string) => string): Badge {
  const { state, waiting, attention, offlineSince, firstSync } = status
  const kept = waiting === 0 ? '' : ` ${changesText(waiting)} waiting on this device.`
  if (needsSignIn || state === 'signed-out') {
    return { kind: 'signed-out', text: 'Sign in again', short: 'Sign in', detail: `The session has ended. Work goes on here and is sent after signing in again.${kept}` }
  }
  if (attention > 0) {
    return { kind: 'attention', text: `Needs attention (${attention})`, short: `Attention (${attention})`, detail: `The server refused ${changesText(attention)}. What was typed is kept below.${kept}` }
  }
  if (firstSync !== null && state !== 'offline') {
    const progress = progressText(firstSync)
    return { kind: 'first-sync', text: `Downloading ${progress.text}`, short: progress.short, detail: 'Fetching the shop for the first time. Rows can be used as they arrive.' }
  }
  if (state === 'offline') {
    const since = offlineSince === null ? 'Offline' : `Offline since ${toTime(offlineSince)}`
    return {
      kind: 'offline',
      text: waiting === 0 ? since : `${since}, ${waiting} waiting`,
      short: waiting === 0 ? 'Offline' : `Offline, ${waiting}`,
      detail: `There is no connection to the server. Everything works on; changes are sent when it is back.${kept}`,
    }
  }
  if (waiting > 0) return { kind: 'waiting', text: `${changesText(waiting)} waiting`, short: `${waiting} waiting`, detail: 'Being sent to the server.' }
  if (state === 'starting') return { kind: 'starting', text: 'Connecting', short: '', detail: 'Looking for the server.' }
  return { kind: 'synced', text: 'Synced', short: 'Synced', detail: 'Everything on this device is stored on the server.' }
}

function progressText({ done, total }: { done: number; total: number | null }): { text: string; short: string } {
  if (total === null || total === 0) return { text: `${done.toLocaleString('en-US')} rows`, short: done.toLocaleString('en-US') }
  const percent = `${Math.min(99, Math.floor((done / total) * 100))}%`
  return { text: percent, short: percent }
}

/** What screen readers are told when the kind of state changes; going to and fro between waiting and synced stays silent. */
export function badgeToAnnouncement(previous: BadgeKind, next: Badge): string | undefined {
  if (previous === next.kind) return undefined
  const isQuiet = (kind: BadgeKind): boolean => kind === 'synced' || kind === 'waiting' || kind === 'starting'
  if (isQuiet(previous) && isQuiet(next.kind)) return undefined
  if (isQuiet(next.kind)) return previous === 'first-sync' ? 'Download complete.' : `Back in contact. ${next.text}.`
  return `${next.text}. ${next.detail}`
}
