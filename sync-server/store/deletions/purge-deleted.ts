import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { collectionNames, type CollectionName } from '#schema/collections/index.ts'
import type { Field } from '#schema/field.ts'
import { restorableSince } from '#schema/rules/merge/restore.ts'
import { type SqlValue, toDynamicDb, type Tx } from '../../db/database.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Services } from '../../services.ts'
import { tableOf, type TableField } from '../table.ts'

/** Value of `deleted_with` of a purged row: a tombstone without content that cannot be restored. */
export const purgedMark = 'ended'

/** Rows that are never purged: old orders name employees who left, and activities are never deleted. */
const kept: ReadonlySet<CollectionName> = new Set(['employees', 'activities'])

/** Rows per transaction: a few milliseconds of work, so that nobody waits for it. */
const stepSize = 200

/**
 * Purges rows that were deleted more than 30 days ago by the time of arrival: their content goes for good. Id and seq stay, so that
 * late devices still get the tombstone. Returns how many rows were purged.
 */
export async function purgeDeletedRows(services: Services, isStopped: () => boolean = () => false): Promise<number> {
  let count = 0
  for (const name of collectionNames.filter((one) => !kept.has(one))) {
    for (let ended = stepSize; ended === stepSize && !isStopped(); count += ended) {
      ended = await purgeStep(services, name)
      await setImmediate()
    }
  }
  if (count > 0) await engineOf(services.db).emptyJournal(services.db)
  return count
}

async function purgeStep(services: Services, name: CollectionName): Promise<number> {
  const blank = blankOf(name)
  const since = restorableSince(services.clock())
  return inTransaction(services.db, async (trx) => {
    const findDue = (among?: readonly string[]) => {
      const receivedAt = sql<string>`coalesce((select received_at from mutations as m where m.id = deleted_with), updated_at)`
      const query = toDynamicDb(trx)
        .selectFrom(name as string)
        .select(['id', 'shop_id as shopId'])
        // As literals, because SQLite uses the partial index for those only.
        .where(sql<boolean>`deleted = 1 and deleted_with is distinct from 'ended'`)
        // Narrows by index: no mutation is later than its arrival.
        .where('updated_at', '<', since)
        .where(receivedAt, '<', since)
        .limit(stepSize)
      return (among === undefined ? query : query.where('id', 'in', among)).execute()
    }
    const found = await findDue()
    // Somebody may be bringing one of them back: looked at again when nobody else writes in their shops.
    await engineOf(trx).lockShops(
      trx,
      found.map((row) => String(row['shopId'])),
    )
    const due = found.length === 0 ? [] : await findDue(found.map((row) => String(row['id'])))
    const ids = due.map((row) => String(row['id']))
    if (ids.length === 0) return 0
    await trx.deleteFrom('notices').where('row_id', 'in', ids).execute()
    await trx.deleteFrom('field_changes').where('row_id', 'in', ids).execute()
    if (name === 'attachments') await deleteContents(trx, ids)
    if (name === 'orders') await trx.deleteFrom('order_status_history').where('order_id', 'in', ids).execute()
    if (name === 'customers') await trx.deleteFrom('portal_sessions').where('customer_id', 'in', ids).execute()
    await trx.deleteFrom('row_work').where('row_id', 'in', ids).execute()
    await trx.deleteFrom('also_deleted').where('row_id', 'in', ids).execute()
    await toDynamicDb(trx)
      .updateTable(name as string)
      .set(blank)
      .where('id', 'in', ids)
      .execute()
    return ids.length
  })
}

/** What files hold ends with their rows. */
export async function deleteContents(trx: Tx, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom('attachment_contents').where('attachment_id', 'in', ids).execute()
  await trx.deleteFrom('attachment_thumbnails').where('attachment_id', 'in', ids).execute()
}

/** References stay: foreign keys must hold, and ids reveal nothing. So do ticket numbers, which are not given again. */
export function blankOf(name: CollectionName): Record<string, SqlValue> {
  const fields = tableOf(name).fields.filter(({ field, column }) => field.reference === undefined && !(name === 'orders' && column === 'number'))
  return { deleted_with: purgedMark, ...Object.fromEntries(fields.map(({ column, field }: TableField) => [column, blankValue(field)])) }
}

const blankByKind = { text: '', id: '', instant: '', json: '', numbers: '[]', boolean: 0, integer: 0, money: 0, quantity: 0 } as const satisfies Record<
  Field['kind'],
  SqlValue
>

const blankValue = ({ kind, nullable }: Field): SqlValue => (nullable ? null : blankByKind[kind])
