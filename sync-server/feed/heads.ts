import type { Heads } from '#schema/api/sync.ts'
import { readableCollections, type Caller } from '#schema/rules/access/access.ts'
import type { Db } from '../db/database.ts'
import { readHead } from './feed-rows.ts'
import { tableOf } from '../store/table.ts'
import type { ShopHeads } from '../events/feed-bus.ts'

/** Greatest seq of each readable collection in each of the caller's shops; 0 for an empty one. */
export async function headsOf(reader: Db, caller: Caller): Promise<Heads> {
  const collections = readableCollections(caller.privileges)
  const heads: Heads = {}
  for (const shopId of caller.shopIds) {
    const shopHeads: ShopHeads = {}
    for (const collection of collections) {
      shopHeads[collection] = await readHead(reader, tableOf(collection), shopId)
    }
    heads[shopId] = shopHeads
  }
  return heads
}

/** The heads of `now` that are above those of `before`. Heads only rise, even when processes report them out of order. */
export function findMovedHeads(before: Heads, now: Heads): Heads {
  const moved: Heads = {}
  for (const [shopId, shopHeads] of Object.entries(now)) {
    const risen = Object.entries(shopHeads).filter(([collection, seq]) => seq > (before[shopId]?.[collection as keyof ShopHeads] ?? -1))
    if (risen.length > 0) moved[shopId] = Object.fromEntries(risen)
  }
  return moved
}

export function addHeads(target: Heads, more: Heads): void {
  for (const [shopId, risen] of Object.entries(findMovedHeads(target, more))) target[shopId] = { ...target[shopId], ...risen }
}

export const hasHeads = (heads: Heads): boolean => Object.keys(heads).length > 0
