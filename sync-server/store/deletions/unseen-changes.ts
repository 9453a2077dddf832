import { describeSince, type Seen, seenSeqOf, type SinceFact, toSinceMessage } from '#schema/rules/merge/since.ts'
import { isAllowed } from '#schema/rules/access/access.ts'
import { toDynamicDb } from '../../db/database.ts'
import { toCaller } from '../caller.ts'
import type { WriteContext } from '../context.ts'
import { addNotice } from '../notices/notices.ts'
import { RowsRefusal } from '../answers/refusal.ts'
import { rowToContent } from '../rows.ts'
import { createdMark, readWork, restoredMark, type Work } from './row-authors.ts'
import { tableOf, type StoredRow, type Table } from '../table.ts'

/** A living row that goes, or one that goes with it. */
export type Going = { table: Table; row: StoredRow; isRoot: boolean }

/** The row and all living rows that a deletion of it takes along. */
export async function readGoing(context: WriteContext, table: Table, row: StoredRow, isRoot = true): Promise<Going[]> {
  const going: Going[] = [{ table, row, isRoot }]
  for (const dependant of table.dependants) {
    if (dependant.onParentDelete !== 'cascade') continue
    const child = tableOf(dependant.collection)
    const column = child.fieldByName.get(dependant.field)?.column ?? dependant.field
    const rows = await toDynamicDb(context.trx)
      .selectFrom(child.name as string)
      .select(child.selection)
      .where(column, '=', row.id)
      .where('deleted', '=', 0)
      .orderBy('seq')
      .execute()
    // Safe because the table's own selection is what a stored row is.
    for (const found of rows as unknown as StoredRow[]) going.push(...(await readGoing(context, child, found, false)))
  }
  return going
}

/** What the author of a deletion did with this very device is no news to them, though its numbers are. */
const isOwn = ({ caller, deviceId }: WriteContext, work: Work): boolean => deviceId !== null && work.userId === caller.userId && work.deviceId === deviceId

/** @throws AppError CHANGED_SINCE, in words, when something of it was written since by somebody else or on another device */
export async function assertSeen(context: WriteContext, going: readonly Going[], seen: Seen): Promise<void> {
  const newer = going.filter(({ row }) => row.seq > seenSeqOf(seen, row.id))
  if (newer.length === 0) return
  const workByRow = await readWork(
    context.trx,
    newer.map(({ row }) => row.id),
  )
  const unseen = newer.flatMap((one) => {
    const works = (workByRow.get(one.row.id) ?? []).filter(({ seq }) => seq > seenSeqOf(seen, one.row.id))
    if (works.length > 0 && works.every((work) => isOwn(context, work))) return []
    return [{ ...one, works: works.filter((work) => !isOwn(context, work)) }]
  })
  if (unseen.length === 0) return
  const facts: SinceFact[] = []
  for (const { works, ...one } of unseen) {
    if (!isAllowed(toCaller(context.caller), 'read', one.table.name, context.shopId)) continue
    facts.push(await toFact(context, one, works, seenSeqOf(seen, one.row.id)))
  }
  throw new RowsRefusal(
    'CHANGED_SINCE',
    toSinceMessage(facts),
    unseen.map(({ table, row }) => ({ collection: table.name, id: row.id })),
  )
}

/**
 * Tells those whose work went along though the author of the deletion had not seen it when they made up their mind: by what they
 * `had` seen, else by when they acted, which older apps alone leave to go by.
 */
export async function tellOvertaken(context: WriteContext, going: readonly Going[], title: string, had: Seen | undefined): Promise<void> {
  const [root] = going
  if (root === undefined) return
  const aboveOf = (id: string): number => (had === undefined ? 0 : seenSeqOf(had, id))
  const workByRow = await readWork(
    context.trx,
    going.map(({ row }) => row.id),
  )
  const isNews = ({ rowId, userId, seq, at }: Work): boolean =>
    userId !== '' && userId !== context.caller.userId && (had === undefined ? at > context.mutationAt : seq > aboveOf(rowId))
  const news = Map.groupBy([...workByRow.values()].flat().filter(isNews), ({ userId }) => userId)
  const by = news.size === 0 ? null : await readPersonName(context)
  for (const [userId, works] of news) {
    const facts: SinceFact[] = []
    for (const one of going) {
      const own = works.filter(({ rowId }) => rowId === one.row.id)
      if (own.length > 0) facts.push(await toFact(context, one, had === undefined ? own.map(lastOnly) : own, aboveOf(one.row.id)))
    }
    await addNotice(context, {
      userId,
      kind: 'deletedAnyway',
      collection: root.table.name,
      rowId: root.row.id,
      params: { title, by, work: describeSince(facts) },
    })
  }
}

/** Times are kept of the last write alone: what was done with it is what is told. */
const lastOnly = (work: Work): Work => ({ ...work, seqByField: Object.fromEntries(Object.entries(work.seqByField).filter(([, seq]) => seq === work.seq)) })

async function readPersonName({ trx, caller }: WriteContext): Promise<string | null> {
  const person =
    caller.userId === null ? undefined : await trx.selectFrom('users').select(['name', 'login_id']).where('id', '=', caller.userId).executeTakeFirst()
  return person === undefined ? null : (person.name ?? person.login_id)
}

async function toFact(context: WriteContext, { table, row, isRoot }: Going, works: readonly Work[], above: number): Promise<SinceFact> {
  const names = new Set(works.flatMap(({ seqByField }) => Object.entries(seqByField).flatMap(([name, seq]) => (seq > above ? [name] : []))))
  // A row that nobody's work is known of was not there before, as far as its reader knows.
  const isAdded = names.has(createdMark) || (!isRoot && above === 0 && works.length === 0)
  const content = rowToContent(table, row)
  const amount = content['paymentAmount'] ?? content['costAmount']
  return {
    collection: table.name,
    isRoot,
    how: isAdded ? 'added' : names.has(restoredMark) ? 'restored' : 'changed',
    // In the order in which they are declared, so that the words are the same each time.
    fields: [...table.documentKeys].filter((name) => names.has(name)),
    amount: typeof amount === 'number' ? amount : undefined,
    status: names.has('orderStatusId') ? await readStatusName(context, content['orderStatusId']) : undefined,
  }
}

async function readStatusName({ trx }: WriteContext, id: unknown): Promise<string | undefined> {
  if (typeof id !== 'string') return undefined
  const status = await trx.selectFrom('order_statuses').select('status_name').where('id', '=', id).executeTakeFirst()
  return status?.status_name
}
