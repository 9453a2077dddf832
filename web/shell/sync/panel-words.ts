import { bytesToText } from '#schema/rules/text/bytes.ts'
import type { Op } from '#schema/api/sync.ts'
import { isCollectionName } from '#schema/collections/index.ts'
import type { SyncStatus } from '#web/device/sync/status.ts'
import type { WaitingChange } from '#web/device/outbox/unsent/waiting-changes.ts'
import type { StorageInfo } from '#web/device/platform/storage-info.ts'
import { t } from './sync-texts.ts'
import { things } from '#web/language/thing-texts.ts'
import { countToText, readLanguage } from '#web/language/staff-texts.ts'

export const unfinishedText = (count: number): string => t.unfinished({ count })

/** For screen readers: announces each quarter of a long upload, not each batch. */
export function sendingToAnnouncement(sending: SyncStatus['sending']): string {
  if (sending === null || sending.total < 100) return ''
  const quarters = Math.floor((sending.done / sending.total) * 4)
  return quarters === 0 ? t.sendingChanges() : t.sentPercent({ percent: quarters * 25 })
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
  const countByKind = new Map<string, { toText: (count: number) => string; count: number }>()
  for (const { ops } of changes) {
    const { kind, toText } = opsToKind(ops)
    countByKind.set(kind, { toText, count: (countByKind.get(kind)?.count ?? 0) + 1 })
  }
  return [...countByKind.values()].toSorted((a, b) => b.count - a.count).map(({ toText, count }) => toText(count))
}

function opsToKind(ops: readonly Op[]): { kind: string; toText: (count: number) => string } {
  const created = [...new Set(ops.flatMap(({ action, collection }) => (action === 'create' && isCollectionName(collection) ? [collection] : [])))]
  if (created.length > 0) {
    const toNouns = (count: number): string =>
      created.map((collection) => things.many[collection]({ count })).reduce((first, second) => t.with({ first, second }))
    return { kind: created.join(' '), toText: (count) => t.created({ count: countToText(count), nouns: toNouns(count) }) }
  }
  if (ops[0]?.action === 'delete') return { kind: 'delete', toText: (count) => t.deletions({ count }) }
  if (ops[0]?.action === 'restore') return { kind: 'restore', toText: (count) => t.restored({ count }) }
  return { kind: 'update', toText: (count) => t.edits({ count }) }
}

export function storageToText({ usedBytes, quotaBytes }: StorageInfo): string {
  if (usedBytes === null) return t.storageUnknown()
  return quotaBytes === null
    ? t.storageUsed({ used: bytesToText(usedBytes, readLanguage()) })
    : t.storageUsedOf({ used: bytesToText(usedBytes, readLanguage()), room: bytesToText(quotaBytes, readLanguage()) })
}

export const keepingToText: Record<StorageInfo['keeping'], string> = {
  kept: t.keeping.kept(),
  'may-clear': t.keeping['may-clear'](),
  unknown: t.keeping.unknown(),
}

const nearExpiryMs = 24 * 60 * 60_000

/** Whether the session ends within a day; each connection prolongs it. */
export const isSessionNear = (expiresAt: string, now: Date): boolean => Date.parse(expiresAt) - now.getTime() < nearExpiryMs
