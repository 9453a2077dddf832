import { expect, test } from 'vitest'
import { CompiledQuery } from 'kysely'
import { createWorld } from '../testing/test-world.ts'
import { sqliteStatementsOf } from './schema-migration.ts'
import { portalTrust } from './migrations/until-0010/0010-portal-trust.ts'

/** The statement that looks back; the others only add what a fresh database has already. */
const lookBack = sqliteStatementsOf(portalTrust).find((statement) => statement.startsWith('update customers')) ?? ''

test('numbers that customers registered before the update count as unconfirmed, those of staff and of imports do not', async () => {
  const world = await createWorld()
  try {
    const { db } = world.services
    const shopId = await world.addShop()
    const userId = await world.addUser({ shopIds: [shopId] })
    let seq = 0
    const add = async (id: string, { by, text, alternatePhone = null }: { by: string | null; text: string; alternatePhone?: string | null }) => {
      const at = new Date(Date.UTC(2026, 0, 1, 0, 0, (seq += 1))).toISOString()
      const synced = { shop_id: shopId, created_at: at, updated_at: at, deleted: 0, deleted_with: null }
      const phones = { country_code: '+1', phone: '5550100000', alternate_country_code: alternatePhone && '+1', alternate_phone: alternatePhone }
      const flags = { phone_unconfirmed: 0, alternate_phone_unconfirmed: 0, no_messages: 0, has_access_code: 0, access_code_hash: null }
      await db
        .insertInto('customers')
        .values({ ...synced, id, seq, name: id, ...phones, email: null, customer_notes: null, ...flags })
        .execute()
      await db.executeQuery(
        CompiledQuery.raw('insert into activities (id, shop_id, created_at, updated_at, seq, user_id, audit_text) values (?, ?, ?, ?, ?, ?, ?)', [
          `a-${id}`,
          shopId,
          at,
          at,
          seq,
          by,
          text,
        ]),
      )
    }
    await add('registered', { by: null, text: "Customer 'registered' created", alternatePhone: '5550100001' })
    await add('registered-once', { by: null, text: "Customer 'registered-once' created" })
    await add('entered', { by: userId, text: "Customer 'entered' created", alternatePhone: '5550100002' })
    await add('imported', { by: null, text: "Customer 'imported' created (import)" })
    await db.executeQuery(CompiledQuery.raw(lookBack))
    const rows = await db.selectFrom('customers').select(['id', 'phone_unconfirmed', 'alternate_phone_unconfirmed']).orderBy('seq').execute()
    expect(rows.map(({ id, phone_unconfirmed, alternate_phone_unconfirmed }) => [id, phone_unconfirmed, alternate_phone_unconfirmed])).toEqual([
      ['registered', 1, 1],
      ['registered-once', 1, 0],
      ['entered', 0, 0],
      ['imported', 0, 0],
    ])
  } finally {
    await world.close()
  }
})
