import type { SyncStatus } from '#web/device/sync/status.ts'
import { storageFullMessage, storageTroubleMessage } from '#web/device/platform/storage-errors.ts'
import { t } from './sync-words-texts.ts'
import { countToText } from '#web/language/staff-texts.ts'

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

export const changesText = (count: number): string => t.changes({ count })

/** The sync state's labels, most urgent first. `toTime` formats an instant. */
export function statusToBadge(status: SyncStatus, needsSignIn: boolean, toTime: (instant: string) => string): Badge {
  const { state, waiting, attention: refused, newer = 0, offlineSince, firstSync } = status
  const attention = refused + newer
  const sending = sendingToText(status.sending)
  const kept = waiting === 0 ? '' : sending === undefined ? ` ${t.changesWaiting({ count: waiting })}` : ` ${sending}.`
  if (needsSignIn || state === 'signed-out') {
    return { kind: 'signed-out', text: t.signInAgain(), short: t.signIn(), detail: `${t.sessionEnded()}${kept}` }
  }
  if (state === 'outdated') {
    return {
      kind: 'outdated',
      text: t.updateNeeded(),
      short: t.update(),
      detail: `${t.updateText()}${kept}`,
    }
  }
  const offlineText = offlineSince === null ? t.offline() : t.offlineSince({ time: toTime(offlineSince) })
  const foreign = state === 'offline' && status.isForeignServer === true && { isForeignServer: true }
  if (attention > 0) {
    const isOffline = state === 'offline'
    return {
      kind: 'attention',
      text: isOffline ? t.attentionOffline({ count: attention }) : t.attention({ count: attention }),
      short: t.attentionShort({ count: attention }),
      count: countToText(attention),
      detail: `${[refusedText(refused), newerText(newer)].join(' ').trim()}${foreign ? ` ${t.foreignServer()}` : isOffline ? ` ${offlineText}.` : ''}${kept}`,
      isOffline,
      ...foreign,
    }
  }
  // Pulled rows do not fit, so neither "Synced" nor a download in progress would be true.
  if (status.problem === storageFullMessage && state !== 'offline') {
    return { kind: 'storage-full', text: t.storageFull(), short: t.storageFull(), count: '', detail: `${t.storageFullText()}${kept}` }
  }
  // Without readable rows neither "Offline" nor "Synced" explains the empty lists.
  if (status.problem === storageTroubleMessage) {
    return {
      kind: 'storage-trouble',
      text: t.storageTrouble(),
      short: t.storageShort(),
      count: '',
      detail: `${t.storageTroubleText()}${kept}`,
      isOffline: state === 'offline',
    }
  }
  if (firstSync !== null && state !== 'offline') {
    const progress = progressText(firstSync)
    return {
      kind: 'first-sync',
      text: t.downloading({ progress: progress.text }),
      short: t.downloadingShort(),
      count: progress.count,
      detail: progress.detail,
    }
  }
  if (state === 'offline' && status.isServerFull) {
    const count = countToText(waiting)
    return {
      kind: 'offline',
      text: waiting === 0 ? t.serverDiskFull() : t.serverDiskFullWaiting({ count }),
      short: waiting === 0 ? t.serverFull() : t.waiting({ count }),
      ...(waiting > 0 && { count }),
      detail: t.serverFullText(),
    }
  }
  if (state === 'offline') {
    return {
      kind: 'offline',
      text: waiting === 0 ? offlineText : t.stateWaiting({ state: offlineText, count: countToText(waiting) }),
      short: waiting === 0 ? t.offline() : t.waiting({ count: countToText(waiting) }),
      ...(waiting > 0 && { count: countToText(waiting) }),
      detail: foreign ? `${t.foreignServer()}${kept}` : t.noConnection(),
      ...foreign,
    }
  }
  if (waiting > 0) {
    const detail = status.sending === null ? t.sentSoon() : t.beingSent()
    return {
      kind: 'waiting',
      text: t.itemsWaiting({ items: changesText(waiting) }),
      short: t.waiting({ count: countToText(waiting) }),
      count: countToText(waiting),
      detail,
    }
  }
  if (state === 'starting') return { kind: 'starting', text: t.connecting(), short: '', detail: t.connectingText() }
  const news = status.isPolling ? ` ${t.polling()}` : ''
  return { kind: 'synced', text: t.synced(), short: t.synced(), detail: `${t.syncedText()}${news}` }
}

const refusedText = (count: number): string => (count === 0 ? '' : t.refused({ count }))

const newerText = (count: number): string => (count === 0 ? '' : t.newer({ count }))

function progressText({ done, total }: { done: number; total: number | null }): { text: string; count: string; detail: string } {
  const some = countToText(done)
  if (total === null || total === 0) return { text: t.rows({ count: some }), count: some, detail: t.downloadingText() }
  const percent = `${Math.min(99, Math.floor((done / total) * 100))}%`
  return { text: percent, count: percent, detail: t.downloadingRows({ done: some, total: countToText(total) }) }
}

/** The announcement for screen readers when the kind changes; switching between waiting and synced is silent. */
export function badgeToAnnouncement(previous: BadgeKind, next: Badge): string | undefined {
  if (previous === next.kind) return undefined
  const isQuiet = (kind: BadgeKind): boolean => kind === 'synced' || kind === 'waiting' || kind === 'starting'
  if (isQuiet(previous) && isQuiet(next.kind)) return undefined
  if (isQuiet(next.kind)) return previous === 'first-sync' ? t.downloadComplete() : t.backInContact({ state: next.text })
  return t.badgeSaid({ state: next.text, detail: next.detail })
}

/** Undefined below ten changes, which are sent too fast to read it. */
export function sendingToText(sending: SyncStatus['sending']): string | undefined {
  if (sending === null || sending.total < 10) return undefined
  return t.sending({ done: countToText(sending.done), total: countToText(sending.total) })
}
