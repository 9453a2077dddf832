import { isTombstone, type WireDocument } from '#schema/collection.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import type { Op } from '#schema/api/sync.ts'
import { orderStatusById, orderStatusIdByName } from '#schema/values/order-status.ts'
import type { ApiClient } from '../process-tests/api-client.ts'
import { products, seededCount } from './actions.ts'
import { type Action, type ActionKind, type Ledger, marksIn } from './ledger.ts'
import type { RefusedOnDevice } from './raw-device.ts'
import type { SeenMutation, WireRecord } from './wire-record.ts'

type Row = WireDocument & Record<string, unknown>

/** The state at rest, to compare the server's rows with what people did and saw. The oracle shares no code with the product's merge. */
export type Rest = {
  ledger: Ledger
  record: WireRecord
  rows: ReadonlyMap<CollectionName, WireDocument[]>
  refused: readonly RefusedOnDevice[]
  api: ApiClient
  shopId: string
}

const collectionByKind: Partial<Record<ActionKind, CollectionName>> = { customer: 'customers', order: 'orders', payment: 'payments', task: 'tasks' }

/** The faults found, as texts, each with the story of its action. */
export async function findFaults(rest: Rest): Promise<string[]> {
  const faults: string[] = []
  const say = (mark: string, words: string): void => void faults.push(`${words}\n${rest.ledger.storyOf(mark)}`)
  for (const id of rest.record.changed) faults.push(`The mutation ${id} was sent with different contents under one id`)
  checkRefusals(rest, faults)
  for (const action of rest.ledger.actions) checkAction(rest, action, say)
  for (const mark of rest.ledger.actions.filter(({ kind }) => kind === 'order').map((action) => action.mark)) await checkOrder(rest, mark, say)
  for (const name of products) checkStock(rest, name, say)
  return faults
}

const living = ({ rows }: Rest, collection: CollectionName): Row[] => (rows.get(collection) ?? []).filter((row): row is Row => !isTombstone(row))
const holds = (value: unknown, mark: string): boolean => JSON.stringify(value ?? null).includes(mark)
const isApplied = ({ outcomes }: SeenMutation): boolean => outcomes.has('applied')

/** Whether an op on the wire belongs to this action. */
function isOpOf({ kind, mark, value }: Action, op: Op): boolean {
  const collection = collectionByKind[kind]
  if (collection !== undefined) return op.action === 'create' && op.collection === collection && holds(op.values, mark)
  if (op.action !== 'update') return false
  if (kind === 'note') {
    const notes = op.collection === 'orders' ? op.changes['orderNotes'] : undefined
    return notes !== undefined && holds(notes.to, mark) && !holds(notes.from, mark)
  }
  if (kind === 'stock') return op.collection === 'products' && op.changes['inventoryCount']?.to === Number(value)
  return false
}

/** Each action must be sent at most once, and exactly once when the screen confirmed it; then the server must have it. */
function checkAction(rest: Rest, action: Action, say: (mark: string, words: string) => void): void {
  const { kind, mark, state } = action
  if (kind === 'status' || kind === 'delete' || kind === 'undo') return
  const seen = rest.record.find((op) => isOpOf(action, op))
  if (seen.length > 1) say(mark, `DOUBLED: ${kind} ${mark} left as ${seen.length} actions (${seen.map(({ mutation }) => mutation.id).join(', ')})`)
  if (seen.length === 0 && state === 'confirmed') say(mark, `LOST: ${kind} ${mark} was confirmed and never left its device`)
  if (seen.length > 0 && state === 'begun') say(mark, `FROM NOWHERE: nobody pressed for ${kind} ${mark}, and it was sent`)
  const [only] = seen
  if (only === undefined || kind === 'stock') return
  if (only.outcomes.size !== 1) say(mark, `${only.outcomes.size === 0 ? 'UNANSWERED' : 'TWO ANSWERS'}: ${kind} ${mark}`)
  if (!isApplied(only)) return
  const held =
    kind === 'note'
      ? living(rest, 'orders').flatMap((row) =>
          JSON.stringify(row['orderNotes'] ?? '')
            .split(mark)
            .slice(1),
        )
      : living(rest, collectionByKind[kind] ?? 'orders').filter((row) => holds(row, mark))
  if (held.length > 1) say(mark, `DOUBLED: ${kind} ${mark} stands ${held.length} times on the server`)
  if (held.length === 0 && !isExplainedByDelete(rest, action, only)) say(mark, `LOST: ${kind} ${mark} was taken by the server and is not there`)
}

/** Whether a missing row is explained by the deletion of its order. A restored order must have all its rows again. */
function isExplainedByDelete(rest: Rest, { kind, mark, target }: Action, { mutation }: SeenMutation): boolean {
  const orderMark = kind === 'order' ? mark : target
  if (kind === 'customer' || orderMark === undefined) return false
  const isOrderGone = !living(rest, 'orders').some((row) => holds(row['itemDetails'], orderMark))
  const rowIds = new Set(mutation.ops.map((op) => op.id))
  const isDeleted = rest.record.find((op) => op.action === 'delete' && (rowIds.has(op.id) || op.id === orderIdOf(rest, orderMark))).some(isApplied)
  return isOrderGone && isDeleted && rest.ledger.actions.some((action) => action.kind === 'delete' && action.target === orderMark && action.state !== 'begun')
}

function orderIdOf({ record }: Rest, mark: string): string | undefined {
  const [seen] = record.find((op) => op.action === 'create' && op.collection === 'orders' && holds(op.values, mark))
  return seen?.mutation.ops.find((op) => op.action === 'create' && op.collection === 'orders')?.id
}

async function checkOrder(rest: Rest, mark: string, say: (mark: string, words: string) => void): Promise<void> {
  const { ledger, record, api, shopId } = rest
  const id = orderIdOf(rest, mark)
  if (id === undefined) return
  const actions = ledger.actions.filter(({ target }) => target === mark)
  const row = living(rest, 'orders').find((order) => order.id === id)
  const deletes = record.find((op) => op.action === 'delete' && op.id === id)
  const restores = record.find((op) => op.action === 'restore' && op.id === id)
  const triedDeletes = actions.filter(({ kind, state }) => kind === 'delete' && state !== 'begun')
  const triedUndos = actions.filter(({ kind, state }) => kind === 'undo' && state !== 'begun')
  if (deletes.length > triedDeletes.length) say(mark, `DOUBLED: ${deletes.length} deletions of order ${mark} left, ${triedDeletes.length} were pressed`)
  if (restores.length > triedUndos.length) say(mark, `DOUBLED: ${restores.length} restores of order ${mark} left, ${triedUndos.length} were pressed`)
  if (row !== undefined && deletes.some(isApplied) && !restores.some(isApplied)) say(mark, `ZOMBIE: order ${mark} was deleted and is there`)
  // A deletion and its undo may cancel out before either is sent; a deletion alone must arrive.
  if (row !== undefined && triedUndos.length === 0 && triedDeletes.some(({ state }) => state === 'confirmed') && deletes.length === 0)
    say(mark, `LOST: the deletion of order ${mark} was confirmed and never left its device`)
  if (row === undefined) return
  await checkStatus(rest, mark, row, actions, say)
  const history = await api.read<{ statusId?: string; orderStatusId?: string }[]>(`/api/${shopId}/orders/${id}/status-history`)
  if (history.length === 0) say(mark, `LOST: order ${mark} has no history`)
}

async function checkStatus({ record }: Rest, mark: string, row: Row, actions: readonly Action[], say: (mark: string, words: string) => void): Promise<void> {
  const pressed = actions.filter(({ kind, state }) => kind === 'status' && state !== 'begun')
  const setsTo = (op: Op): unknown => (op.action === 'update' && op.id === row.id ? op.changes['orderStatusId']?.to : undefined)
  const sent = record.find((op) => setsTo(op) !== undefined)
  const current = row['orderStatusId']
  const nameOf = (id: unknown): string => (typeof id === 'string' ? orderStatusById.get(id)?.statusName : undefined) ?? JSON.stringify(id)
  for (const value of new Set(pressed.map((action) => action.value ?? ''))) {
    const id = orderStatusIdByName[value as keyof typeof orderStatusIdByName]
    const count = sent.filter(({ mutation }) => mutation.ops.some((op) => setsTo(op) === id)).length
    const tried = pressed.filter((action) => action.value === value)
    if (count > tried.length) say(mark, `DOUBLED: order ${mark} was set to ${value} by ${count} actions, ${tried.length} were pressed`)
    // Where several people changed the status, the form may already have shown the value when it was saved.
    if (pressed.length === 1 && count < tried.filter(({ state }) => state === 'confirmed').length)
      say(mark, `LOST: setting order ${mark} to ${value} was confirmed and never left its device`)
  }
  const applied = sent.filter(isApplied).flatMap(({ mutation }) => mutation.ops.map(setsTo).filter((id) => id !== undefined))
  const isInitial = current === orderStatusIdByName['Dropped Off']
  if (applied.length === 0 ? !isInitial : applied.every((id) => id !== current))
    say(mark, `WRONG: order ${mark} stands at ${nameOf(current)}, it was set to ${applied.map(nameOf).join(', ') || 'nothing'}`)
}

/** The count must be the seeded one plus the difference of each action, once. */
function checkStock(rest: Rest, name: string, say: (mark: string, words: string) => void): void {
  const row = living(rest, 'products').find((product) => product['name'] === name)
  const sent = rest.record.find((op) => op.action === 'update' && op.id === row?.id && op.changes['inventoryCount'] !== undefined)
  let expected = seededCount
  for (const seen of sent.filter(isApplied)) {
    for (const op of seen.mutation.ops)
      if (op.action === 'update') expected += Number(op.changes['inventoryCount']?.to) - Number(op.changes['inventoryCount']?.from)
  }
  if (row?.['inventoryCount'] !== expected) say(name, `WRONG: ${String(row?.['inventoryCount'])} pieces of ${name}, the actions make ${expected}`)
}

/** A refusal is explained only by a deletion that somebody pressed for: of the refused row, or the refused deletion of a newer row. */
function checkRefusals({ ledger, record, refused }: Rest, faults: string[]): void {
  const deletedIds = new Set(
    record.find((op) => op.action === 'delete').flatMap(({ mutation }) => mutation.ops.filter(({ action }) => action === 'delete').map(({ id }) => id)),
  )
  for (const { owner, mutation, code } of refused) {
    const ids = mutation.ops.flatMap((op) => [op.id, ...(op.action === 'create' ? [op.values['orderId'], op.values['customerId']] : [])])
    if (ids.some((id) => typeof id === 'string' && deletedIds.has(id))) continue
    const marks = marksIn(JSON.stringify(mutation.ops))
    faults.push(`REFUSED (${code}) without a reason that the actions know, for ${owner}: ${JSON.stringify(mutation.ops)}\n${ledger.storyOf(marks[0] ?? '')}`)
  }
}
