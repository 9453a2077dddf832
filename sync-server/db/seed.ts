import { productColors, productConditions, productTypes, privilegeRows } from '#schema/rules/merge/reference-rows.ts'
import { orderStatuses } from '#schema/values/order-status.ts'
import { toDynamicDb, type Db, type SqlValue } from './database.ts'

type ReferenceRow = { id: string } & Record<string, SqlValue>

/** Writes the global look-up tables with fixed ids. Idempotent. */
export async function seedReferenceRows(db: Db): Promise<void> {
  await seedTable(
    db,
    'order_statuses',
    orderStatuses.map(({ id, statusName }, position) => ({ id, status_name: statusName, position })),
  )
  await seedTable(
    db,
    'product_conditions',
    productConditions.map(({ id, conditionName }, position) => ({ id, condition_name: conditionName, position })),
  )
  await seedTable(
    db,
    'product_types',
    productTypes.map(({ id, typeName }, position) => ({ id, type_name: typeName, position })),
  )
  await seedTable(
    db,
    'product_colors',
    productColors.map(({ id, colorName }, position) => ({ id, color_name: colorName, position })),
  )
  await seedTable(
    db,
    'privileges',
    privilegeRows.map(({ id, privilegeName }) => ({ id, privilege_name: privilegeName })),
  )
}

async function seedTable(db: Db, table: string, rows: readonly ReferenceRow[]): Promise<void> {
  const dynamic = toDynamicDb(db)
  const stored = await dynamic.selectFrom(table).selectAll().execute()
  const storedById = new Map(stored.map((row) => [row['id'], row]))
  for (const row of rows) {
    const known = storedById.get(row.id)
    if (known && Object.entries(row).every(([column, value]) => known[column] === value)) continue
    await dynamic
      .insertInto(table)
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
  }
}
