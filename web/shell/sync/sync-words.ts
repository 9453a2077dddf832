import type { SyncStatus } from '#web/device/sync/status.ts'
import { storageFullMessage, storageTroubleMessage } from '#web/device/platform/storage-errors.ts'

export type BadgeKind =
  | 'signed-out'
  | 'outdated'
  | 'attention'
  | 'storage-full'
  | 'storage-trouble'
  | 'first-sync'
  | 'offline'
  | 'waiting'
  | 'starting'
  | 'synced'

export type Badge = {
  kind: BadgeKind
  text: string
  /** Replaces `text` where space is limited. */
  short: string
  /** Replaces `short` on phones. */
  count?: string
  detail: string
  /** The device is also offline, besides `kind`. */
  isOffline?: boolean
  /** Another Mainspring server answers; signing in binds this device to it. */
  isForeignServer?: boolean
}

export const changesText = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'change' : 'changes'}`

/** The sync state's labels, most urgent first. `toTime` formats an instant. */
export function statusToBadge(status: SyncStatus, needsSignIn: boolean, toTime: (instant: string) => string): Badge {
  const { state, waiting, attention: refused, newer = 0, offlineSince, firstSync } = status
  const attention = refused + newer
  const sending = sendingToText(status.sending)
  const kept = waiting === 0 ? '' : sending === undefined ? ` ${changesText(waiting)} waiting on this device.` : ` ${sending}.`
  if (needsSignIn || state === 'signed-out') {
    return { kind: 'signed-out', text: 'Sign in again', short: 'Sign in', detail: `The session has ended. Work goes on here; sign in again to send it.${kept}` }
  }
  if (state === 'outdated') {
    return {
      kind: 'outdated',
      text: 'Update needed',
      short: 'Update',
      detail: `Update Mainspring to go on syncing. Work goes on here, and everything is kept.${kept}`,
    }
  }
  const offlineText = offlineSince === null ? 'Offline' : `Offline since ${toTime(offlineSince)}`
  const foreign = state === 'offline' && status.isForeignServer === true && { isForeignServer: true }
  if (attention > 0) {
    const isOffline = state === 'offline'
    return {
      kind: 'attention',
      text: `Needs attention (${attention})${isOffline ? ', offline' : ''}`,
      short: `Attention (${attention})`,
      count: attention.toLocaleString('en-US'),
      detail: `${[refusedText(refused), newerText(newer)].join(' ').trim()}${foreign ? ` ${foreignServerText}` : isOffline ? ` ${offlineText}.` : ''}${kept}`,
      isOffline,
      ...foreign,
    }
  }
  // Pulled rows do not fit, so neither "Synced" nor a download in progress would be true.
  if (status.problem === storageFullMessage && state !== 'offline') {
    return { kind: 'storage-full', text: 'Storage full', short: 'Storage full', count: '', detail: `News from the server finds no room on this device.${kept}` }
  }
  // Without readable rows neither "Offline" nor "Synced" explains the empty lists.
  if (status.problem === storageTroubleMessage) {
    return {
      kind: 'storage-trouble',
      text: 'Storage trouble',
      short: 'Storage',
      count: '',
      detail: `This browser cannot read or store the shop's data. Reload; if that does not help, load the data again.${kept}`,
      isOffline: state === 'offline',
    }
  }
  if (firstSync !== null && state !== 'offline') {
    const progress = progressText(firstSync)
    return {
      kind: 'first-sync',
      text: `Downloading… ${progress.text}`,
      short: 'Downloading…',
      count: progress.count,
      detail: `Fetching the shop for the first time${progress.rows}. What has arrived can be used already.`,
    }
  }
  if (state === 'offline' && status.isServerFull) {
    const count = waiting.toLocaleString('en-US')
    return {
      kind: 'offline',
      text: waiting === 0 ? 'Server disk full' : `Server disk full, ${count} waiting`,
      short: waiting === 0 ? 'Server full' : `${count} waiting`,
      ...(waiting > 0 && { count }),
      detail: 'The server has no room left on its disk and cannot store changes now. Go on working; they are sent by themselves once it has room.',
    }
  }
  if (state === 'offline') {
    return {
      kind: 'offline',
      text: waiting === 0 ? offlineText : `${offlineText}, ${waiting.toLocaleString('en-US')} waiting`,
      short: waiting === 0 ? 'Offline' : `${waiting.toLocaleString('en-US')} waiting`,
      ...(waiting > 0 && { count: waiting.toLocaleString('en-US') }),
      detail: foreign ? `${foreignServerText}${kept}` : 'No connection to the server. Go on working; changes are sent by themselves when it is back.',
      ...foreign,
    }
  }
  if (waiting > 0) {
    const detail = status.sending === null ? 'Stored on this device. They are sent in a moment.' : 'Being sent to the server.'
    return {
      kind: 'waiting',
      text: `${changesText(waiting)} waiting`,
      short: `${waiting.toLocaleString('en-US')} waiting`,
      count: waiting.toLocaleString('en-US'),
      detail,
    }
  }
  if (state === 'starting') return { kind: 'starting', text: 'Connecting', short: '', detail: 'Looking for the server.' }
  const news = status.isPolling ? ' Changes of others arrive every 15 seconds.' : ''
  return { kind: 'synced', text: 'Synced', short: 'Synced', detail: `Everything on this device is stored on the server.${news}` }
}

const foreignServerText = 'Another Mainspring server answers at this address, so nothing is sent. If your shop has moved to it, sign in.'

const refusedText = (count: number): string => (count === 0 ? '' : `The server refused ${changesText(count)}. What was typed is kept below.`)

const newerText = (count: number): string =>
  count === 0
    ? ''
    : `${count.toLocaleString('en-US')} ${count === 1 ? 'entry here is' : 'entries here are'} newer than the server. Send ${count === 1 ? 'it' : 'them'} again, or let ${count === 1 ? 'it' : 'them'} go.`

function progressText({ done, total }: { done: number; total: number | null }): { text: string; count: string; rows: string } {
  const some = done.toLocaleString('en-US')
  if (total === null || total === 0) return { text: `${some} rows`, count: some, rows: '' }
  const percent = `${Math.min(99, Math.floor((done / total) * 100))}%`
  return { text: percent, count: percent, rows: `: ${some} of ${total.toLocaleString('en-US')} rows` }
}

/** The announcement for screen readers when the kind changes; switching between waiting and synced is silent. */
export function badgeToAnnouncement(previous: BadgeKind, next: Badge): string | undefined {
  if (previous === next.kind) return undefined
  const isQuiet = (kind: BadgeKind): boolean => kind === 'synced' || kind === 'waiting' || kind === 'starting'
  if (isQuiet(previous) && isQuiet(next.kind)) return undefined
  if (isQuiet(next.kind)) return previous === 'first-sync' ? 'Download complete.' : `Back in contact. ${next.text}.`
  return `${next.text}. ${next.detail}`
}

/** Undefined below ten changes, which are sent too fast to read it. */
export function sendingToText(sending: SyncStatus['sending']): string | undefined {
  if (sending === null || sending.total < 10) return undefined
  return `Sending ${sending.done.toLocaleString('en-US')} of ${sending.total.toLocaleString('en-US')}`
}
