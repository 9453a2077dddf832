import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openServices } from '#scripts/tools/open-services.ts'
import { growShop } from './grow-shop.ts'
import { generateLines, seedShop, type SeededShop } from './seed-shop.ts'

let folder: string
let base: SeededShop
let grown: SeededShop

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mainspring-grow-'))
  base = await seedShop(folder, generateLines(10), 10)
  grown = await growShop(base, 25)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

it('a grown shop has the same orders again under other ids, with other customers, as many as asked for', async () => {
  const { services, close } = await openServices(folder)
  try {
    const orders = await services.reader.selectFrom('orders').select(['id', 'item_details', 'customer_id', 'seq']).orderBy('seq').execute()
    expect(grown.rowsByCollection.orders).toBe(25)
    expect(new Set(orders.map(({ id }) => id)).size).toBe(25)
    expect(orders.map(({ item_details }) => item_details)).toEqual(orders.map((_, index) => orders[index % 10]?.item_details))
    const nameById = new Map((await services.reader.selectFrom('customers').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]))
    const nameOf = (index: number): string | undefined => nameById.get(orders[index]?.customer_id ?? '')
    expect(nameOf(10)).toBe(`${nameOf(0)} 2`)
    expect(nameOf(24)).toBe(`${nameOf(4)} 3`)
  } finally {
    await close()
  }
})

it('a grown shop has one feed: no number twice, none beyond its end, and a history of each order', async () => {
  const { services, close } = await openServices(folder)
  try {
    const seqs: number[] = []
    for (const table of ['customers', 'orders', 'activities'] as const) {
      seqs.push(...(await services.reader.selectFrom(table).select('seq').execute()).map(({ seq }) => seq))
    }
    const { seq: end } = await services.reader.selectFrom('shop_feed').select('seq').where('shop_id', '=', base.shopId).executeTakeFirstOrThrow()
    expect(new Set(seqs).size).toBe(seqs.length)
    expect(Math.max(...seqs)).toBe(end)
    const history = await services.reader.selectFrom('order_status_history').select('order_id').execute()
    expect(new Set(history.map(({ order_id }) => order_id)).size).toBe(25)
  } finally {
    await close()
  }
})
