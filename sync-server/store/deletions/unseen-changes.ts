import type { Dependant } from '#schema/collections/index.ts'
import { describeSince, type Seen, seenSeqOf, type SinceFact, tellSince } from '#schema/rules/merge/since.ts'
import { isArrival } from '#schema/rules/files/attachments.ts'
import { isAllowed } from '#schema/rules/access/access.ts'
import { isRefund } from '#schema/values/payments/payment-kind.ts'
import { toDynamicDb } from '../../db/database.ts'
import { settleAll } from '../../db/settle-all.ts'
import { findMoneyFormat } from '../apply/activity-text.ts'
import { RowsRefusal } from '../answers/refusal.ts'
import { toCaller } from '../caller.ts'
import type { WriteContext } from '../context.ts'
import { addNotice } from '../notices/notices.ts'
import { readPersonName } from '../person-name.ts'
import { rowToContent } from '../rows.ts'
import { columnOf, tableOf, toStoredRows, type StoredRow, type Table } from '../table.ts'
import { createdMark, readAuthorships, restoredMark, type Authorship } from './row-authors.ts'

/** A living row to delete: the named one (`isRoot`) or a dependent. */
type RowToDelete = { table: Table; row: StoredRow; isRoot: boolean }

/** The row and all living rows that its deletion cascades to. */
export async function findRowsToDelete(context: WriteContext, table: Table, row: StoredRow, isRoot = true): Promise<RowToDelete[]> {
  const found: RowToDelete[] = [{ table, row, isRoot }]
  const cascading = table.dependants.filter(({ onParentDelete }) => onParentDelete === 'cascade')
  const rowsByDependant = await context.memory.ask(() => settleAll(cascading.map((dependant) => findLivingRows(context, dependant, row.id))))
  for (const [place, { collection }] of cascading.entries()) {
    for (const childRow of rowsByDependant[place] ?? []) found.push(...(await findRowsToDelete(context, tableOf(collection), childRow, false)))
  }
  return found
}

async function findLivingRows({ trx }: WriteContext, { collection, field }: Dependant, id: string): Promise<StoredRow[]> {
  const table = tableOf(collection)
  const rows = await toDynamicDb(trx)
    .selectFrom(table.name as string)
    .select(table.selection)
    .where(columnOf(table, field), '=', id)
    .where('deleted', '=', 0)
    .orderBy('seq')
    .execute()
  return toStoredRows(rows)
}

/** `own`: the author's mutations whose seqs they did not know yet. */
type SeenWork = { seen: Seen; own?: readonly string[] | undefined }

/**
 * Tests whether the author of a deletion knows a change despite not knowing its seq: it comes from the mutations they
 * name or from this one. Without a list, all changes by this device count as known.
 */
async function toIsOwn(context: WriteContext, own: SeenWork['own']): Promise<(authorship: Authorship, above: number) => boolean> {
  const { caller, deviceId, ledger, written } = context
  const isOfDevice = ({ userId, deviceId: usedId }: Authorship): boolean => deviceId !== null && userId === caller.userId && usedId === deviceId
  if (own === undefined) return isOfDevice
  const seqs = await ledger.readSeqs(own, caller.userId)
  for (const { seq } of written) if (seq !== undefined) seqs.add(seq)
  return (authorship, above) => {
    const { userId, seqByField } = authorship
    if (userId !== caller.userId) return false
    // An author who restored the row also knows what this device changed before its deletion.
    const restoredAt = seqByField[restoredMark] ?? 0
    const knownTo = isOfDevice(authorship) && seqs.has(restoredAt) ? Math.max(above, restoredAt) : above
    return Object.values(seqByField).every((seq) => seq <= knownTo || seqs.has(seq))
  }
}

const isArrivalOnly = ({ seqByField }: Authorship, above: number): boolean =>
  isArrival(Object.keys(seqByField).filter((name) => (seqByField[name] ?? 0) > above))

/** @throws AppError CHANGED_SINCE, with a description, when another user or device wrote one of the rows since the author saw it */
export async function assertAllSeen(context: WriteContext, rows: readonly RowToDelete[], { seen, own }: SeenWork): Promise<void> {
  const newer = rows.filter(({ row }) => row.seq > seenSeqOf(seen, row.id))
  if (newer.length === 0) return
  const authorshipsByRow = await readAuthorships(
    context.trx,
    newer.map(({ row }) => row.id),
  )
  const isOwn = await toIsOwn(context, own)
  const unseen = newer.flatMap((one) => {
    const above = seenSeqOf(seen, one.row.id)
    const since = (authorshipsByRow.get(one.row.id) ?? []).filter(({ seq }) => seq > above)
    const authorships = since.filter((authorship) => !isOwn(authorship, above) && !isArrivalOnly(authorship, above))
    return since.length > 0 && authorships.length === 0 ? [] : [{ ...one, authorships }]
  })
  if (unseen.length === 0) return
  const facts: SinceFact[] = []
  for (const { authorships, ...one } of unseen) {
    if (!isAllowed(toCaller(context.caller), 'read', one.table.name, context.shopId)) continue
    facts.push(await toFact(context, one, authorships, seenSeqOf(seen, one.row.id)))
  }
  const told = tellSince(facts, await findMoneyFormat(context))
  throw new RowsRefusal(
    'CHANGED_SINCE',
    told,
    unseen.map(({ table, row }) => ({ collection: table.name, id: row.id })),
  )
}

/**
 * Leaves a notice for each user whose changes were deleted unseen. `had`: what the author of the deletion had seen;
 * without it mutation times decide.
 */
export async function notifyOvertaken(context: WriteContext, rows: readonly RowToDelete[], title: string, had: Seen | undefined): Promise<void> {
  const [root] = rows
  if (root === undefined) return
  const seenSeq = (id: string): number => (had === undefined ? 0 : seenSeqOf(had, id))
  const authorshipsByRow = await readAuthorships(
    context.trx,
    rows.map(({ row }) => row.id),
  )
  const isUnseen = (authorship: Authorship): boolean => {
    const { rowId, userId, seq, at } = authorship
    if (userId === '' || userId === context.caller.userId) return false
    if (had === undefined) return at > context.mutationAt && !isArrivalOnly(authorship, seq - 1)
    return seq > seenSeq(rowId) && !isArrivalOnly(authorship, seenSeq(rowId))
  }
  const unseenByUser = Map.groupBy([...authorshipsByRow.values()].flat().filter(isUnseen), ({ userId }) => userId)
  const by = unseenByUser.size === 0 ? null : await readPersonName(context.trx, context.caller.userId)
  for (const [userId, unseen] of unseenByUser) {
    const facts: SinceFact[] = []
    for (const one of rows) {
      const own = unseen.filter(({ rowId }) => rowId === one.row.id)
      if (own.length > 0) facts.push(await toFact(context, one, had === undefined ? own.map(keepLastWrite) : own, seenSeq(one.row.id)))
    }
    await addNotice(context, {
      userId,
      kind: 'deletedAnyway',
      collection: root.table.name,
      rowId: root.row.id,
      params: { title, by, work: describeSince(facts, await findMoneyFormat(context)) },
    })
  }
}

/** Only the last write has a time, so name only its fields. */
const keepLastWrite = (authorship: Authorship): Authorship => ({
  ...authorship,
  seqByField: Object.fromEntries(Object.entries(authorship.seqByField).filter(([, seq]) => seq === authorship.seq)),
})

async function toFact(context: WriteContext, { table, row, isRoot }: RowToDelete, authorships: readonly Authorship[], above: number): Promise<SinceFact> {
  const names = new Set(authorships.flatMap(({ seqByField }) => Object.entries(seqByField).flatMap(([name, seq]) => (seq > above ? [name] : []))))
  // A dependent without known authors that was never seen counts as added.
  const isAdded = names.has(createdMark) || (!isRoot && above === 0 && authorships.length === 0)
  const content = rowToContent(table, row)
  const amount = content['paymentAmount'] ?? content['costAmount']
  return {
    collection: table.name,
    isRoot,
    how: isAdded ? 'added' : names.has(restoredMark) ? 'restored' : 'changed',
    // In declaration order, for a stable text.
    fields: [...table.documentKeys].filter((name) => names.has(name)),
    amount: typeof amount === 'number' ? amount : undefined,
    isRefund: table.name === 'payments' && isRefund(content),
    status: names.has('orderStatusId') ? await readStatusName(context, content['orderStatusId']) : undefined,
  }
}

async function readStatusName({ trx }: WriteContext, id: unknown): Promise<string | undefined> {
  if (typeof id !== 'string') return undefined
  const status = await trx.selectFrom('order_statuses').select('status_name').where('id', '=', id).executeTakeFirst()
  return status?.status_name
}
