import { sql } from 'kysely'
import { type Collection, fieldToColumn } from '#schema/collection.ts'
import { collectionByName, collectionNames, type CollectionName } from '#schema/collections/index.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import type { Db, Tx } from '../db/database.ts'
import { engineOf } from '../db/engines/engine.ts'
import { parentsFirst } from '../store/batch/write-queue.ts'
import { inTransaction } from '../db/transaction.ts'

/** Fills tables with one statement each, bypassing the write path, for tests and benchmarks of large shops. */

const madeAt = sql<string>`strftime('%Y-%m-%dT%H:%M:%S.000Z', '2020-01-01', (i * 37) || ' minutes')`
const shuffled = (count: number) => sql<number>`((i * 7919) % ${sql.lit(count)})`

/** Kinds that are not collections get numbers of their own. */
const kindNumber = (kind: string): number => (collectionNames.includes(kind as CollectionName) ? collectionNames.indexOf(kind as CollectionName) + 16 : 0)

const idPrefix = (kind: string, shopNumber: number): string =>
  `01960000-0000-7000-8${kindNumber(kind).toString(16).padStart(3, '0')}-${shopNumber.toString(16).padStart(4, '0')}`
const idOf = (kind: string, shopNumber: number, index = sql<number>`i`) => sql<string>`${sql.lit(idPrefix(kind, shopNumber))} || printf('%08x', ${index})`

/** Id of the row with this index made by `fillShop`. */
export const manyRowId = (collection: CollectionName, index: number, shopNumber = 1): string =>
  `${idPrefix(collection, shopNumber)}${index.toString(16).padStart(8, '0')}`

async function insertMany(db: Db, table: string, count: number, values: Record<string, unknown>): Promise<void> {
  const columns = sql.join(Object.keys(values).map((name) => sql.id(name)))
  const cells = sql.join(
    Object.values(values).map((value) =>
      typeof value === 'string' || typeof value === 'number' || value === null ? sql.lit(value) : (value as ReturnType<typeof sql>),
    ),
  )
  await sql`insert into ${sql.table(table)} (${columns}) with recursive n(i) as (select 0 union all select i + 1 from n where i < ${sql.lit(count - 1)}) select ${cells} from n`.execute(
    db,
  )
}

type Options = { shopId: string; entityId: string; userId: string; count: number; shopNumber?: number }

/** Adds `count` rows per collection, as many refused changes, and as many status changes of one order. */
export async function fillShop(db: Db, { shopId, entityId, userId, count, shopNumber = 1 }: Options): Promise<void> {
  const order = shuffled(count)
  const ofOrder = { order_id: idOf('orders', shopNumber, sql`(i / 2)`), after_tax: sql`i % 2` }
  const valuesByCollection: Partial<Record<CollectionName, Record<string, unknown>>> = {
    customers: {
      name: sql`case when i % 9 = 0 then 'Éva ' else 'Carl ' end || ${order}`,
      country_code: '+1',
      phone: sql`cast(5550000000 + i as text)`,
      customer_notes: 'Rings twice',
    },
    assets: { customer_id: idOf('customers', shopNumber), kind: 'phone', brand: 'Apple', model: sql`'iPhone ' || i` },
    passcode_views: { order_id: idOf('orders', shopNumber) },
    employees: { entity_id: entityId, name: sql`'Employee ' || ${order}` },
    orders: {
      customer_id: idOf('customers', shopNumber),
      order_status_id: sql`case when i % 3 = 0 then ${sql.lit(orderStatusIdByName.Fixed)} else ${sql.lit(orderStatusIdByName.Lead)} end`,
      item_details: sql`'iPhone ' || i`,
      issue_description: 'The glass is broken, and the battery does not last a day any more.',
      due_timestamp: sql`case when i % 4 = 0 then null else strftime('%Y-%m-%dT%H:%M:%S.000Z', '2026-01-01', (${order} * 11) || ' minutes') end`,
      priority: sql`case when i % 10 = 0 then 1 else 0 end`,
      status_changed_at: madeAt,
    },
    tasks: {
      order_id: sql`case when i % 3 = 0 then null else ${idOf('orders', shopNumber)} end`,
      description: sql`'Order the part ' || i`,
      due_timestamp: sql`case when i % 5 = 0 then null else ${madeAt} end`,
    },
    payments: { ...ofOrder, payment_text: 'Card', payment_amount_cents: sql`100 + i` },
    costs: { ...ofOrder, cost_text: 'Screen', cost_amount_cents: sql`100 + i` },
    checklist_items: { name: sql`'Item ' || i` },
    checklist_selections: { order_id: idOf('orders', shopNumber, sql`0`), dropoff_checklist_id: idOf('checklist_items', shopNumber) },
    order_lines: {
      order_id: ofOrder.order_id,
      kind: 'part',
      product_id: idOf('products', shopNumber),
      description: sql`'Screen ' || i`,
      quantity_thousandths: 1000,
      unit_price_cents: sql`1000 + i`,
      from_stock: 1,
    },
    till_days: { name: sql`'Till ' || i`, opened_at: madeAt, state: 'open', user_id: userId },
    order_notes: { order_id: ofOrder.order_id, text: sql`'Called about ' || i`, user_id: userId },
    purchases: { supplier_id: idOf('suppliers', shopNumber), state: 'draft', reference: sql`'PO-' || i` },
    purchase_lines: { purchase_id: idOf('purchases', shopNumber), product_id: idOf('products', shopNumber), quantity: 5 },
    stock_counts: { take_id: idOf('take', shopNumber, sql`0`), product_id: idOf('products', shopNumber), counted: 7, counted_at: madeAt },
    services: { name: sql`'Repair ' || ${order}`, kind: 'phone', model: sql`'Model ' || i`, price_cents: 12_900 },
    tests: { name: sql`'Tests ' || ${order}`, device_kind: 'phone', items: '["Camera"]' },
    test_results: { order_id: ofOrder.order_id, test_id: idOf('tests', shopNumber), item: 'Camera', phase: 'before', result: 'pass' },
    attachments: {
      order_id: ofOrder.order_id,
      kind: 'photo',
      file_name: sql`i || '.jpg'`,
      mime_type: 'image/jpeg',
      byte_size: 400_000,
      sha256: sql`printf('%064x', i)`,
      for_customer: 0,
      is_stored: 0,
    },
    estimates: {
      order_id: ofOrder.order_id,
      version: 1,
      lines: '[{"kind":"part","description":"Screen","quantity":1,"unitPrice":80}]',
      total_cents: 8000,
      state: 'draft',
    },
    invoices: { order_id: ofOrder.order_id, kind: 'invoice', state: 'draft' },
    messages: {
      order_id: ofOrder.order_id,
      channel: 'sms',
      to: '+15550102000',
      text: sql`'Ready: ' || i`,
      state: 'sent',
      cause: 'person',
    },
    activities: { user_id: userId, audit_text: sql`'Changed order ' || i` },
    categories: { name: sql`'Category ' || ${order}`, parent_id: sql`case when i < 10 then null else ${idOf('categories', shopNumber, sql`(i / 10)`)} end` },
    tax_rates: { name: sql`'Rate ' || ${order}`, percent_ppm: 190_000, category: 'standard' },
    suppliers: { supplier_name: sql`'Supplier ' || ${order}` },
    products: {
      name: sql`case when i % 7 = 0 then 'Écran ' else 'Screen ' end || ${order}`,
      category_hierarchy_id: idOf('categories', shopNumber, sql`(i % 5000 * ${sql.lit(count)} / 5000)`),
      supplier_id: idOf('suppliers', shopNumber),
      inventory_count: sql`i % 50`,
      sale_price_cents: 1999,
    },
  }
  await inTransaction(db, async (trx) => {
    await prepareEngine(trx)
    const { seq: head } = await trx.selectFrom('shop_feed').select('seq').where('shop_id', '=', shopId).executeTakeFirstOrThrow()
    const made = parentsFirst
    for (const [place, collection] of made.entries()) {
      const base = {
        id: idOf(collection, shopNumber),
        shop_id: shopId,
        created_at: madeAt,
        updated_at: madeAt,
        seq: sql`${sql.lit(head + 1 + place * count)} + i`,
      }
      await insertMany(trx, collection, count, { ...base, ...(valuesByCollection[collection] ?? toPlainValues(collection, shopNumber)) })
    }
    await trx
      .updateTable('shop_feed')
      .set({ seq: head + made.length * count })
      .where('shop_id', '=', shopId)
      .execute()
    const refused = {
      act_at: madeAt,
      received_at: madeAt,
      outcome: 'rejected',
      error: '{"code":"CONFLICT","message":"Somebody was quicker."}',
      rows: '[]',
      body: '{"ops":[]}',
    }
    await insertMany(trx, 'mutations', count, { id: idOf('refused', shopNumber), shop_id: shopId, user_id: userId, device_id: 'tablet', ...refused })
    await insertMany(trx, 'order_status_history', count, {
      id: idOf('history', shopNumber),
      shop_id: shopId,
      order_id: manyRowId('orders', 0, shopNumber),
      order_status_id: orderStatusIdByName.Lead,
      created_at: madeAt,
    })
  })
}

/** Defines SQLite functions used above on PostgreSQL; test databases are temporary. */
async function prepareEngine(trx: Tx): Promise<void> {
  if (engineOf(trx).name === 'postgres') {
    await sql`create or replace function printf(format text, value bigint) returns text language sql immutable as
      'select lpad(to_hex(value), cast(substring(format from ''[1-9][0-9]*'') as integer), ''0'')'`.execute(trx)
    await sql`create or replace function strftime(format text, start text, shift text) returns text language sql immutable as
      'select to_char(cast(start as timestamp) + cast(shift as interval), ''YYYY-MM-DD"T"HH24:MI:SS".000Z"'')'`.execute(trx)
    return
  }
  // Parents come first, but self-references would be checked row by row.
  await sql`pragma defer_foreign_keys = on`.execute(trx)
}

/** Required values of a collection without special needs. */
function toPlainValues(collection: CollectionName, shopNumber: number): Record<string, unknown> {
  const { fields, audit }: Collection = collectionByName[collection]
  const required = Object.entries(fields).filter(([, { optional, writer }]) => !optional && writer === 'client')
  return Object.fromEntries(
    required.map(([name, field]) => [
      fieldToColumn(name, field),
      field.reference === undefined ? sql`${sql.lit(audit.noun)} || ' ' || i` : idOf(field.reference.collection, shopNumber),
    ]),
  )
}
