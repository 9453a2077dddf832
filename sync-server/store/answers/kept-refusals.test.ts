import { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { create, createWorld, mutation, remove, type World } from '../../testing/test-world.ts'
import { forgetOldRefusals, keptMax, notKeptText } from './kept-refusals.ts'
import { listRefusedChanges } from '../../queries/rows/refused-changes.ts'
import { onSqlite } from '../../testing/test-database.ts'

describe('what is kept of refusals', () => {
  let world: World
  let shopId: string
  let ada: string

  beforeEach(async () => {
    world = await createWorld()
    shopId = await world.addShop()
    ada = await world.addUser({ shopIds: [shopId] })
  })
  afterEach(() => world.close())

  const refused = (shop = shopId, notes = '') => mutation(shop, [create('customers', v7(), { name: '', customerNotes: notes })])
  const pushMany = async (userId: string, count: number, make: () => unknown) => {
    const results = []
    for (let left = count; left > 0; left -= 500) results.push(...(await world.push(userId, Array.from({ length: Math.min(500, left) }, make))))
    return results
  }
  const ledgerOf = (id: string) => world.services.reader.selectFrom('mutations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const countKept = async () => (await world.services.reader.selectFrom('mutations').select('id').where('kept_bytes', 'is not', null).execute()).length

  it('names at most twenty fields at fault of one mutation, however many keys it makes up', async () => {
    const junk = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`junk${index}`, 1]))
    const raw = { ...mutation(shopId, [remove('orders', v7())]), ...junk }
    const values = mutation(shopId, [create('customers', v7(), { name: 'A', ...junk })])
    const results = await world.push(ada, [raw, values, { ...mutation(shopId, []), [`x${'y'.repeat(100_000)}`]: 1 }])
    for (const { error } of results) expect(error?.issues?.length).toBeLessThanOrEqual(20)
    for (const { id } of results) expect((await ledgerOf(id)).error?.length).toBeLessThan(5_000)
  })

  it('of somebody without a shop is a small number; the rest is refused as well and keeps its id, without content', async () => {
    const stranger = await world.addUser({ shopIds: [], privileges: [] })
    const results = await pushMany(stranger, keptMax.outside.count + 100, () => refused(v7()))
    expect(results.every(({ outcome, error }) => outcome === 'rejected' && error?.code === 'FORBIDDEN')).toBe(true)
    expect(await countKept()).toBe(keptMax.outside.count)
    const last = results.at(-1)
    expect(last?.error?.message).toBe(`You do not have permission to do this. ${notKeptText}`)
    expect(await ledgerOf(last?.id ?? '')).toMatchObject({ outcome: 'rejected', user_id: stranger, shop_id: null, body: null, rows: '[]', kept_bytes: null })
  })

  it('gives the same refusal again for what was not kept', async () => {
    const stranger = await world.addUser({ shopIds: [], privileges: [] })
    await pushMany(stranger, keptMax.outside.count, () => refused(v7()))
    const late = refused(v7())
    const [first] = await world.push(stranger, [late])
    const [again] = await world.push(stranger, [late])
    expect(again).toEqual(first)
  })

  it('of somebody without a shop is few bytes, too', async () => {
    const stranger = await world.addUser({ shopIds: [], privileges: [] })
    await pushMany(stranger, 30, () => refused(v7(), 'x'.repeat(250_000)))
    const { bytes } = await world.services.reader
      .selectFrom('mutations')
      .select(({ fn }) => fn.sum<number>('kept_bytes').as('bytes'))
      .executeTakeFirstOrThrow()
    expect(await countKept()).toBe(16)
    expect(bytes).toBeLessThanOrEqual(keptMax.outside.bytes)
  })

  it('of a former member is a small number in the list of the shop, and leaves room for its members', async () => {
    const gus = await world.addUser({ shopIds: [shopId], privileges: [] })
    await world.services.db.deleteFrom('shop_users').where('user_id', '=', gus).execute()
    await pushMany(gus, keptMax.former.count + 50, () => refused())
    expect(await countKept()).toBe(keptMax.former.count)
    const [of] = await world.push(ada, [refused()])
    expect(of?.error).toMatchObject({ code: 'VALIDATION', message: expect.not.stringContaining(notKeptText) })
    expect((await ledgerOf(of?.id ?? '')).shop_id).toBe(shopId)
  })

  it('of one member leaves room for the others', async () => {
    await pushMany(ada, keptMax.user.count + 10, () => refused())
    const [over] = await world.push(ada, [refused()])
    expect(over?.error?.message).toContain(notKeptText)
    const ben = await world.addUser({ shopIds: [shopId] })
    const [his] = await world.push(ben, [refused()])
    expect((await ledgerOf(his?.id ?? '')).body).not.toBeNull()
  })

  it('does not hold up what is accepted', async () => {
    const stranger = await world.addUser({ shopIds: [shopId] })
    await pushMany(stranger, keptMax.outside.count + 1, () => refused(v7()))
    const [fine] = await world.push(stranger, [mutation(shopId, [create('tasks', v7(), { description: 'x' })])])
    expect(fine?.outcome).toBe('applied')
  })

  it('ends after 90 days and leaves the list of the shop, while the refusal itself stays known', async () => {
    const old = refused(shopId, 'typed long ago')
    await world.push(ada, [old])
    world.now = new Date(world.now.getTime() + 60 * 86_400_000)
    const young = refused(shopId, 'typed lately')
    await world.push(ada, [young])
    world.now = new Date(world.now.getTime() + 31 * 86_400_000)
    const forget = () => world.services.db.transaction().execute((trx) => forgetOldRefusals(trx, world.now))
    expect(await forget()).toBe(1)
    expect(await forget()).toBe(0)
    const { entries } = await listRefusedChanges(world.services.reader, shopId, undefined)
    expect(entries.map(({ id }) => id)).toEqual([young.id])
    expect(JSON.stringify(await ledgerOf(old.id))).not.toContain('typed long ago')
    const [again] = await world.push(ada, [old])
    expect(again).toMatchObject({ outcome: 'rejected', error: { code: 'VALIDATION', message: 'Customer name is required' } })
  })

  onSqlite(() => {
    it.each([
      ['the amount of a person', 'select sum(kept_bytes) from mutations where kept_bytes is not null and user_id = ?', 'COVERING INDEX mutations_kept_of_user'],
      [
        'the amount of a person outside',
        'select sum(kept_bytes) from mutations where kept_bytes is not null and user_id = ? and shop_id is ?',
        'COVERING INDEX mutations_kept_of_user',
      ],
      ['the amount of a shop', 'select sum(kept_bytes) from mutations where kept_bytes is not null and shop_id is ?', 'COVERING INDEX mutations_kept_of_shop'],
      [
        'what is due',
        'select id, error from mutations where kept_bytes is not null and received_at < ? order by received_at limit 200',
        'INDEX mutations_kept_by_time',
      ],
    ])('is found by index: %s', async (_title, sql, expected) => {
      const { rows } = await world.services.reader.executeQuery<{ detail: string }>(
        CompiledQuery.raw(
          `explain query plan ${sql}`,
          Array.from(sql.matchAll(/\?/g), () => 'x'),
        ),
      )
      expect(rows.map(({ detail }) => detail)).toEqual([expect.stringContaining(expected)])
    })
  })
})
