import path from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { collectionNames } from '#schema/collections/index.ts'
import type { Op } from '#schema/api/sync.ts'
import type { Json } from '#schema/values/merge.ts'

/** Expected results of the devices' mutations, independent of the code under test. */
export class Records {
  readonly mutationIds = new Set<string>()
  readonly #opsByShop = new Map<string, number>()
  readonly statusIdsByOrder = new Map<string, Json[]>()
  readonly amountByPayment = new Map<string, number>()
  readonly countByProduct = new Map<string, number>()
  readonly customerIds = new Set<string>()

  add(mutationId: string, shopId: string, ops: readonly Op[]): void {
    this.mutationIds.add(mutationId)
    this.#opsByShop.set(shopId, (this.#opsByShop.get(shopId) ?? 0) + ops.length)
    for (const op of ops) this.#addOp(op)
  }

  opsOf(shopId: string): number {
    return this.#opsByShop.get(shopId) ?? 0
  }

  #addOp(op: Op): void {
    const { collection, id } = op
    if (op.action === 'create' && collection === 'customers') this.customerIds.add(id)
    if (op.action === 'create' && collection === 'orders') this.statusIdsByOrder.set(id, [op.values['orderStatusId'] ?? null])
    if (op.action === 'create' && collection === 'payments') this.amountByPayment.set(id, Number(op.values['paymentAmount']))
    if (op.action === 'create' && collection === 'products') this.countByProduct.set(id, Number(op.values['inventoryCount']))
    if (op.action !== 'update') return
    const { orderStatusId, inventoryCount } = op.changes
    if (orderStatusId !== undefined) this.statusIdsByOrder.get(id)?.push(orderStatusId.to)
    if (inventoryCount !== undefined) this.countByProduct.set(id, (this.countByProduct.get(id) ?? 0) + Number(inventoryCount.to) - Number(inventoryCount.from))
  }
}

/** Opens a stopped or killed server's database read-only. */
export function readDatabase<T>(dataDir: string, read: (sqlite: BetterSqlite3.Database) => T): T {
  const sqlite = new BetterSqlite3(path.join(dataDir, 'mainspring.db'), { readonly: true })
  try {
    return read(sqlite)
  } finally {
    sqlite.close()
  }
}

export const countInLedger = (sqlite: BetterSqlite3.Database, ids: readonly string[]): number =>
  Number(sqlite.prepare(`select count(*) from mutations where id in (select value from json_each(?))`).pluck().get(JSON.stringify(ids)))

export function readFeed(sqlite: BetterSqlite3.Database, shopId: string): { head: number; seqs: number[]; activities: number } {
  const head = Number(sqlite.prepare('select seq from shop_feed where shop_id = ?').pluck().get(shopId))
  const seqs = collectionNames.flatMap((name) => sqlite.prepare<[string], number>(`select seq from ${name} where shop_id = ?`).pluck().all(shopId))
  return { head, seqs, activities: Number(sqlite.prepare('select count(*) from activities where shop_id = ?').pluck().get(shopId)) }
}
