import { bytesToText } from '#schema/rules/text/bytes.ts'
import type { Op } from '#schema/api/sync.ts'
import { collectionByName, isCollectionName } from '#schema/collections/index.ts'
import type { SyncStatus } from '#web/device/sync/status.ts'
import type { WaitingChange } from '#web/device/outbox/unsent/waiting-changes.ts'
import type { StorageInfo } from '#web/device/platform/storage-info.ts'

export const unfinishedText = (count: number): string => `${count.toLocaleString('en-US')} unfinished ${count === 1 ? 'form' : 'forms'}`

/** For screen readers: announces each quarter of a long upload, not each batch. */
export function sendingToAnnouncement(sending: SyncStatus['sending']): string {
  if (sending === null || sending.total < 100) return ''
  const quarters = Math.floor((sending.done / sending.total) * 4)
  return quarters === 0 ? 'Sending changes' : `${quarters * 25}% of the changes sent`
}

export type ShopWaiting = { shopId: string; changes: readonly WaitingChange[]; oldestAt: string | null }

/** Unsent changes by shop: the user's shops in their order, then former ones. */
export function waitingToShops(waiting: readonly WaitingChange[], shopIds: readonly string[]): ShopWaiting[] {
  const changesByShop = Map.groupBy(waiting, ({ shopId }) => shopId)
  return [...new Set([...shopIds, ...changesByShop.keys()])].map((shopId) => {
    const changes = changesByShop.get(shopId) ?? []
    return { shopId, changes, oldestAt: changes.reduce<string | null>((oldest, { at }) => (oldest === null || at < oldest ? at : oldest), null) }
  })
}

/** "3 new customers", "9 edits", "1 deletion": largest count first. */
export function changesToCounts(changes: readonly { ops: readonly Op[] }[]): string[] {
  const countByKind = new Map<string, { one: string; many: string; count: number }>()
  for (const { ops } of changes) {
    const { one, many } = opsToKind(ops)
    const known = countByKind.get(one) ?? { one, many, count: 0 }
    countByKind.set(one, { ...known, count: known.count + 1 })
  }
  return [...countByKind.values()]
    .toSorted((a, b) => b.count - a.count)
    .map(({ one, many, count }) => `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`)
}

function opsToKind(ops: readonly Op[]): { one: string; many: string } {
  const created = [
    ...new Set(ops.flatMap(({ action, collection }) => (action === 'create' && isCollectionName(collection) ? [collectionByName[collection].audit.noun] : []))),
  ]
  if (created.length > 0) return { one: `new ${created.join(' with ')}`, many: `new ${created.map(toPlural).join(' with ')}` }
  if (ops[0]?.action === 'delete') return { one: 'deletion', many: 'deletions' }
  if (ops[0]?.action === 'restore') return { one: 'restored entry', many: 'restored entries' }
  return { one: 'edit', many: 'edits' }
}

const toPlural = (noun: string): string => (noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`)

export function storageToText({ usedBytes, quotaBytes }: StorageInfo): string {
  if (usedBytes === null) return 'This browser does not say'
  return quotaBytes === null ? `${bytesToText(usedBytes)} on this device` : `${bytesToText(usedBytes)} of ${bytesToText(quotaBytes)} on this device`
}

export const keepingToText: Record<StorageInfo['keeping'], string> = {
  kept: 'Kept until you remove it',
  'may-clear': 'The browser may clear it when space runs out',
  unknown: 'This browser does not say how long it is kept',
}

const nearExpiryMs = 24 * 60 * 60_000

/** Whether the session ends within a day; each connection prolongs it. */
export const isSessionNear = (expiresAt: string, now: Date): boolean => Date.parse(expiresAt) - now.getTime() < nearExpiryMs
