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

/** `deleted_with` of a purged row: a tombstone without content that cannot be restored. */
export const purgedMark = 'ended'

/** Never purged: old orders reference employees who left, and activities have their own retention. */
const kept: ReadonlySet<CollectionName> = new Set(['employees', 'activities'])

/** Rows per transaction, to keep the write lock short. */
const stepSize = 200

/**
 * Purges the content of rows whose deletion arrived more than 30 days ago. Id and seq stay as a tombstone for devices
 * that sync later.
 * @returns the number of purged rows
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
        // Literals, because SQLite does not use the partial index for bound parameters.
        .where(sql<boolean>`deleted = 1 and deleted_with is distinct from 'ended'`)
        // Narrows by index: a mutation is never later than its arrival.
        .where('updated_at', '<', since)
        .where(receivedAt, '<', since)
        .limit(stepSize)
      return (among === undefined ? query : query.where('id', 'in', among)).execute()
    }
    const found = await findDue()
    // Check again under the shops' locks: a row may be restored concurrently.
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

/** Deletes file contents with their rows. */
export async function deleteContents(trx: Tx, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom('attachment_contents').where('attachment_id', 'in', ids).execute()
  await trx.deleteFrom('attachment_thumbnails').where('attachment_id', 'in', ids).execute()
}

/**
 * Empty values for the content. References stay, as foreign keys must hold and ids reveal nothing; ticket numbers stay,
 * so that they are not reused.
 */
export function blankOf(name: CollectionName): Record<string, SqlValue> {
  const fields = tableOf(name).fields.filter(({ field, column }) => field.reference === undefined && !(name === 'orders' && column === 'number'))
  return { deleted_with: purgedMark, ...Object.fromEntries(fields.map(({ column, field }: TableField) => [column, blankValue(field)])) }
}

const blankByKind = {
  text: '',
  id: '',
  instant: '',
  json: '[]',
  numbers: '[]',
  boolean: 0,
  integer: 0,
  money: 0,
  quantity: 0,
  percent: 0,
} as const satisfies Record<Field['kind'], SqlValue>

const blankValue = ({ kind, nullable }: Field): SqlValue => (nullable ? null : blankByKind[kind])
