import { collectionByName } from '#schema/collections/index.ts'
import type { Json } from '#schema/values/merge.ts'
import { readPackedRows } from '#web/device/testing/fixtures/packed-rows.ts'
import type { DiskContent } from '../tablet/local-disk.ts'
import type { Look } from '../protocol.ts'
import type { SqlRow } from '../nodes/shared-database.ts'
import type { LocalFile } from './oracle-files.ts'
import { checkFixed, checkLocalPasscode, checkPasscodes } from './oracle-counter.ts'
import { checkSentEstimates } from './oracle-estimates.ts'
import { columnOf, toSnake } from './columns.ts'
import { checkStock } from './oracle-stock.ts'
import { checkBelongings } from './oracle-merge.ts'
import { collectionsOfAll, readableBy } from './oracle-facts.ts'
import { isSame } from './oracle-model.ts'
import { type Oracle, SimulationFailure, toFailure } from './oracle.ts'

/** At rest: the server's tables and the tablets' disks against the oracle, read without any of the product's code. */

export type ServerContent = {
  rowsByCollection: Map<string, SqlRow[]>
  feeds: SqlRow[]
  history: SqlRow[]
  ledger: SqlRow[]
  notices: SqlRow[]
  movements: SqlRow[]
  contents: SqlRow[]
}

export async function readServer(read: (sql: string) => Promise<SqlRow[]>): Promise<ServerContent> {
  const rowsByCollection = new Map<string, SqlRow[]>()
  for (const name of collectionsOfAll) rowsByCollection.set(name, await read(`select * from ${name}`))
  return {
    rowsByCollection,
    feeds: await read('select * from shop_feed'),
    history: await read('select * from order_status_history order by created_at, seq, id'),
    notices: await read('select * from notices'),
    movements: await read('select * from stock_movements order by product_id, seq'),
    contents: await read('select attachment_id, content from attachment_contents'),
    ledger: await read('select * from mutations'),
  }
}

/** Both clocks stood still between these instants of virtual time. */
export type IsSteady = (account: string | undefined, fromMs: number, toMs: number) => boolean

export function checkServer(
  oracle: Oracle,
  server: ServerContent,
  { isSteady, serverSkewMs, localFiles }: { isSteady: IsSteady; serverSkewMs: number; localFiles: ReadonlyMap<string, readonly LocalFile[]> },
): void {
  checkRows(oracle, server)
  checkFeed(oracle, server)
  checkActivities(oracle, server)
  checkLedger(oracle, server, isSteady, serverSkewMs)
  checkHistory(oracle, server)
  checkNotices(oracle, server)
  checkSums(oracle, server)
  for (const check of [checkStock, checkSentEstimates]) toFailure(() => check(oracle.model, server))
  toFailure(() => checkBelongings(server))
  toFailure(() => oracle.numbers.check(server.rowsByCollection.get('orders') ?? []))
  toFailure(() => checkPasscodes(oracle.model, server))
  toFailure(() => checkFixed(oracle.model, server.rowsByCollection.get('orders') ?? [], server.history))
  toFailure(() => oracle.files.checkServer(oracle.model, server.contents, localFiles))
}

function checkRows(oracle: Oracle, server: ServerContent): void {
  const expected = new Map(oracle.model.rows)
  for (const [collection, rows] of server.rowsByCollection) {
    if (collection === 'activities') continue
    for (const row of rows) {
      const key = `${collection}/${String(row['id'])}`
      const model = expected.get(key)
      if (model === undefined) throw new SimulationFailure(`The server holds a row that nobody made: ${key}`)
      expected.delete(key)
      if ((row['deleted'] === 1) !== model.isDeleted)
        throw new SimulationFailure(`${key} is ${row['deleted'] === 1 ? 'deleted' : 'living'} on the server, the oracle: the contrary`)
      if (row['shop_id'] !== model.shopId) throw new SimulationFailure(`${key} is of another shop`)
      for (const [field, value] of Object.entries(model.values)) {
        // The server gives these: `NumberBook`.
        if (collection === 'orders' && (field === 'number' || field === 'formerNumbers')) continue
        const stored = columnOf(row, field, value)
        if (!isSame(stored, value))
          throw new SimulationFailure(
            `${key}.${field} is ${JSON.stringify(stored)} on the server, the oracle: ${JSON.stringify(value instanceof Map ? [...value] : value)}`,
          )
      }
    }
  }
  const [missing] = expected.keys()
  if (missing !== undefined) throw new SimulationFailure(`The server lost ${missing}`)
}

function checkFeed(oracle: Oracle, server: ServerContent): void {
  for (const { shop_id: shopId, seq: head } of server.feeds) {
    const seen = new Map<number, string>()
    for (const [collection, rows] of server.rowsByCollection) {
      for (const row of rows) {
        if (row['shop_id'] !== shopId) continue
        const seq = Number(row['seq'])
        const other = seen.get(seq)
        if (other !== undefined) throw new SimulationFailure(`The place ${seq} of the feed was given twice: ${other}, ${collection}/${String(row['id'])}`)
        if (seq < 1 || seq > Number(head)) throw new SimulationFailure(`A row stands at ${seq}, the feed ends at ${String(head)}`)
        seen.set(seq, `${collection}/${String(row['id'])}`)
      }
    }
    const expected = oracle.model.headByShop.get(String(shopId)) ?? 0
    if (Number(head) !== expected) throw new SimulationFailure(`The feed ends at ${String(head)}, ${expected} rows were written: it has a gap`)
  }
}

function checkActivities(oracle: Oracle, server: ServerContent): void {
  const activities = server.rowsByCollection.get('activities') ?? []
  for (const { shop_id: shopId } of server.feeds) {
    const texts = activities.filter((row) => row['shop_id'] === shopId).map((row) => String(row['audit_text']))
    const count = oracle.model.activityCountByShop.get(String(shopId)) ?? 0
    if (texts.length !== count) throw new SimulationFailure(`${texts.length} activities, ${count} mutations`)
    for (const { parts } of oracle.model.activities.filter((expected) => expected.shopId === shopId)) {
      if (!texts.some((text) => parts.every((part) => text.includes(part)))) throw new SimulationFailure(`No activity names ${JSON.stringify(parts)}`)
    }
  }
}

/** Answers the time of each taken step. */
function checkLedger(oracle: Oracle, server: ServerContent, isSteady: IsSteady, serverSkewMs: number): Map<string, number> {
  const stepAtById = new Map<string, number>()
  const lastByDevice = new Map<string, number>()
  const rowById = new Map(server.ledger.map((row) => [String(row['id']), row]))
  for (const [id, { isApplied }] of oracle.model.decided) {
    const row = rowById.get(id)
    const step = oracle.steps.get(id)
    if (row === undefined || step === undefined) throw new SimulationFailure(`The ledger has lost ${id}`)
    if ((row['outcome'] === 'applied') !== isApplied) throw new SimulationFailure(`The ledger says ${String(row['outcome'])} of ${id}`)
    if (!isApplied)
      checkKept(
        row,
        id,
        step.intents.map((intent) => intent.id),
      )
    else if (row['device_id'] !== null) {
      const device = `${String(row['user_id'])}/${String(row['device_id'])}`
      stepAtById.set(id, checkTime(oracle, row, id, lastByDevice.get(device), isSteady, serverSkewMs))
      lastByDevice.set(device, Date.parse(String(row['act_at'])))
    }
  }
  return stepAtById
}

function checkKept(row: SqlRow, id: string, rowIds: readonly string[]): void {
  const body = row['body'] === null ? undefined : (JSON.parse(String(row['body'])) as { id?: string; ops?: { id?: string }[] })
  const kept = body?.ops?.map((op) => op.id) ?? []
  if (body?.id !== id || !rowIds.every((rowId) => kept.includes(rowId))) throw new SimulationFailure(`What was refused is not kept on the server: ${id}`)
}

function checkTime(oracle: Oracle, row: SqlRow, id: string, previousMs: number | undefined, isSteady: IsSteady, serverSkewMs: number): number {
  const stepAt = Date.parse(String(row['act_at']))
  if (stepAt > Date.parse(String(row['received_at']))) throw new SimulationFailure(`${id} happened after it arrived`)
  const step = oracle.steps.get(id)
  const arrival = oracle.arrivals.get(id)
  if (step?.account === undefined || step.isUntimed === true || arrival === undefined || !isSteady(step.account, step.actedAtMs, arrival.receivedAtMs))
    return stepAt
  const trueMs = step.actedAtMs + serverSkewMs
  const transitMs = arrival.receivedAtMs - arrival.sentAtMs
  const latest = Math.max(trueMs + transitMs, previousMs ?? 0) + 2
  if (stepAt < trueMs - 2 || stepAt > latest) throw new SimulationFailure(`${id} happened at ${trueMs}, the server says ${stepAt}`)
  return stepAt
}

function checkHistory(oracle: Oracle, server: ServerContent): void {
  const hopsByOrder = Map.groupBy(oracle.model.hops, ({ orderId }) => orderId)
  const storedByOrder = Map.groupBy(server.history, (row) => String(row['order_id']))
  for (const [orderId, hops] of hopsByOrder) {
    const stored = storedByOrder.get(orderId) ?? []
    const statuses = stored.map((row) => row['order_status_id'])
    const expected = hops.toSorted((one, other) => one.atMs - other.atMs)
    if (statuses.join() !== expected.map(({ statusId }) => statusId).join())
      throw new SimulationFailure(`The history of order ${orderId} has ${statuses.length} rows for ${hops.length} changes, or another order`)
    for (const [index, { atMs }] of expected.entries()) {
      if (Date.parse(String(stored[index]?.['created_at'])) !== atMs)
        throw new SimulationFailure(`A row of the history of ${orderId} has not the time of its mutation`)
    }
    const order = server.rowsByCollection.get('orders')?.find((row) => row['id'] === orderId)
    const isGone = stored.filter((row) => row['deleted'] === 1).length
    if (isGone !== (order?.['deleted'] === 1 ? stored.length : 0)) throw new SimulationFailure(`The history of ${orderId} does not go with its order`)
    const newest = stored.at(-1)
    // Where clocks put the making of an order behind what was done to it, or one person's two tablets step back and forth, each keeps its time.
    if ((hops.findLast(({ isPassed }) => !isPassed)?.atMs ?? 0) < (expected.at(-1)?.atMs ?? 0)) continue
    if (order?.['status_changed_at'] !== newest?.['created_at'] || order?.['order_status_id'] !== newest?.['order_status_id'])
      throw new SimulationFailure(`Order ${orderId} does not follow its history`)
  }
  if (storedByOrder.size !== hopsByOrder.size) throw new SimulationFailure('The history knows orders that nobody made')
}

/** Whoever's step met another one in a field, or went along with a deletion unseen, was told, and nobody else. */
function checkNotices(oracle: Oracle, server: ServerContent): void {
  const toLine = (userId: unknown, shopId: unknown, kind: unknown, rowId: unknown): string => [userId, shopId, kind, rowId].map(String).join(' ')
  const stored = server.notices.map((row) => toLine(row['user_id'], row['shop_id'], row['kind'], row['row_id'])).sort()
  const expected = oracle.model.notices.map(({ userId, shopId, kind, rowId }) => toLine(userId, shopId, kind, rowId)).sort()
  if (stored.join('\n') === expected.join('\n')) return
  const missing = expected.find((line) => !stored.includes(line))
  throw new SimulationFailure(
    missing === undefined
      ? `${stored.length} notices, ${expected.length} were due: ${stored.find((line) => !expected.includes(line)) ?? 'one twice'}`
      : `Nobody was told: ${missing}`,
  )
}

function checkSums(oracle: Oracle, server: ServerContent): void {
  for (const [collection, field, column] of [
    ['payments', 'paymentAmount', 'payment_amount_cents'],
    ['costs', 'costAmount', 'cost_amount_cents'],
    ['products', 'inventoryCount', 'inventory_count'],
  ] as const) {
    const rows = [...oracle.model.rows.values()].filter((row) => row.collection === collection && !row.isDeleted)
    const scale = column.endsWith('_cents') ? 100 : 1
    const expected = rows.reduce((sum, row) => sum + Math.round(Number(row.values[field]) * scale), 0)
    const stored = (server.rowsByCollection.get(collection) ?? []).filter((row) => row['deleted'] === 0).reduce((sum, row) => sum + Number(row[column]), 0)
    if (stored !== expected) throw new SimulationFailure(`The sum of ${collection} is ${stored}, the oracle: ${expected}`)
  }
}

type LocalRow = Record<string, Json> & { id: string; shopId: string; _deleted: Json }

const localOnly = new Set([
  'rowKey',
  '_deleted',
  '_rev',
  '_meta',
  '_attachments',
  ...Object.values(collectionByName).flatMap(({ localKeys }) => Object.keys(localKeys)),
])
const serverOnly = new Set(['deleted', 'deleted_with', 'access_code_hash', 'merged_into', 'merged_from', 'sort_key'])

/** Contents that the account's part of a disk keeps for the server. */
export const readLocalFiles = (disk: DiskContent, userId: string): LocalFile[] => (disk[`mainspring-files-${userId}`]?.['pending'] ?? []) as LocalFile[]

/** The account's part of a tablet's disk is what the server says they may see, and nothing else. */
export function checkTablet(oracle: Oracle, server: ServerContent, account: { name: string; userId: string }, disk: DiskContent, look: Look): void {
  const fail = (message: string): never => {
    throw new SimulationFailure(`${account.name}: ${message}`)
  }
  const { shops, privileges } = oracle.model.callerOf(account.userId)
  const readable = readableBy(privileges)
  const store = disk[`mainspring-device-${account.userId}`] ?? fail('its outbox is gone')
  if ((store['outbox'] ?? []).length > 0) fail(`${store['outbox']?.length} mutations still wait: ${JSON.stringify(store['outbox']?.[0])}`)
  if ((store['bases'] ?? []).length > 0) fail(`a base is left: ${JSON.stringify(store['bases']?.[0])}`)
  if (look.status !== 'synced') fail(`it says '${look.status}'`)
  checkRefusedList(oracle, account.name, look, fail)
  const rowsByCollection = readPackedRows(disk[`mainspring-rows-${account.userId}`] ?? {})
  for (const collection of collectionsOfAll) {
    const stored = (rowsByCollection.get(collection) ?? []) as LocalRow[]
    for (const row of stored) {
      if (!shops.has(row.shopId)) fail(`it still holds ${collection}/${row.id} of a shop that was taken away`)
      toFailure(() => checkLocalPasscode(`${account.name}: ${collection}/${row.id}`, row))
      if (!readable.includes(collection)) fail(`it still holds ${collection}/${row.id}, which the user may not see`)
    }
    const living = new Map(stored.filter(({ _deleted }) => _deleted === false).map((row) => [row.id, row]))
    const expected = readable.includes(collection)
      ? (server.rowsByCollection.get(collection) ?? []).filter((row) => row['deleted'] === 0 && shops.has(String(row['shop_id'])))
      : []
    for (const row of expected) {
      const local = living.get(String(row['id'])) ?? fail(`it has not got ${collection}/${String(row['id'])}`)
      living.delete(local.id)
      compareRow(`${collection}/${local.id}`, row, local, fail)
    }
    const [zombie] = living.keys()
    if (zombie !== undefined) fail(`it holds ${collection}/${zombie}, which the server has not`)
  }
}

function compareRow(key: string, row: SqlRow, local: LocalRow, fail: (message: string) => never): void {
  const columns = new Set(Object.keys(row).filter((column) => !serverOnly.has(column)))
  for (const [field, value] of Object.entries(local)) {
    if (localOnly.has(field)) continue
    const stored = columnOf(row, field, value)
    if (stored !== value) fail(`${key}.${field} is ${JSON.stringify(value)}, on the server ${JSON.stringify(stored)}`)
    columns.delete(toSnake(field))
    columns.delete(`${toSnake(field)}_cents`)
    columns.delete(`${toSnake(field)}_thousandths`)
  }
  const [missing] = columns
  if (missing !== undefined) fail(`${key} lacks ${missing}`)
}

function checkRefusedList(oracle: Oracle, account: string, look: Look, fail: (message: string) => never): void {
  for (const id of oracle.refusedByAccount.get(account) ?? []) {
    if (!look.refusedIds.includes(id)) fail(`the refused mutation ${id} is not on its list: ${JSON.stringify(oracle.steps.get(id)?.intents)}`)
  }
  for (const id of look.refusedIds) if (!oracle.everRefused.has(id)) fail(`its list holds ${id}, which nobody refused`)
}
