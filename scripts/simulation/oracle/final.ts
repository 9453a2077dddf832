import { columnOf, findDifference, readLocalRows, type ServerContent } from '../content.ts'
import type { SqlRow } from '../nodes/shared-database.ts'
import type { Look } from '../protocol.ts'
import type { DiskContent } from '../tablet/local-disk.ts'
import { collectionsOfAll } from './oracle-facts.ts'
import { fail } from './failure.ts'
import type { LocalFile } from './file-model.ts'
import { isSame } from './merging.ts'
import type { KnownStep, Oracle } from './oracle.ts'

/** At rest: the server's tables and the tablets' disks against the oracle, as they are. */

/** `isSteady`: both clocks stood still between these instants of virtual time. */
type Clocks = { isSteady: (account: string, fromMs: number, toMs: number) => boolean; serverSkewMs: number }
type Rest = Clocks & { localFiles: ReadonlyMap<string, readonly LocalFile[]> }

export function checkServer(oracle: Oracle, server: ServerContent, rest: Rest): void {
  checkRows(oracle, server)
  for (const { shop_id: shopId, seq } of server.feeds) checkFeed(oracle, server, String(shopId), Number(seq))
  checkLedger(oracle, server, rest)
  oracle.numbers.check(server.rowsByCollection.get('orders') ?? [])
  oracle.files.check(oracle.model, server.contents, rest.localFiles)
}

function checkRows({ model }: Oracle, { rowsByCollection }: ServerContent): void {
  const expected = new Map(model.rows)
  for (const [collection, rows] of rowsByCollection) {
    for (const row of collection === 'activities' ? [] : rows) {
      const key = `${collection}/${String(row['id'])}`
      const due = expected.get(key) ?? fail(`The server holds a row that nobody made: ${key}`)
      expected.delete(key)
      if ((row['deleted'] === 1) !== due.isDeleted) fail(`${key} is ${due.isDeleted ? 'living' : 'deleted'} on the server, the oracle: the contrary`)
      if (row['shop_id'] !== due.shopId) fail(`${key} is of another shop`)
      for (const [field, value] of Object.entries(due.values)) {
        const stored = columnOf(row, field, value)
        // The server gives numbers: `NumberModel`.
        if (isSame(stored, value) || (collection === 'orders' && field === 'number')) continue
        fail(`${key}.${field} is ${JSON.stringify(stored)} on the server, the oracle: ${JSON.stringify(value instanceof Map ? [...value] : value)}`)
      }
    }
  }
  for (const key of expected.keys()) fail(`The server lost ${key}`)
}

/** Each number of the feed was given once, to something that was written; and each mutation is in the log. */
function checkFeed({ model }: Oracle, { rowsByCollection }: ServerContent, shopId: string, head: number): void {
  const keyBySeq = new Map<number, string>()
  for (const [collection, rows] of rowsByCollection) {
    for (const row of rows.filter((one) => one['shop_id'] === shopId)) {
      const [seq, key] = [Number(row['seq']), `${collection}/${String(row['id'])}`]
      if (keyBySeq.has(seq) || seq < 1 || seq > head) fail(`${key} stands at ${seq} of the feed, which ends at ${head}, beside ${keyBySeq.get(seq)}`)
      keyBySeq.set(seq, key)
    }
  }
  const due = model.heads.get(shopId) ?? 0
  if (head !== due) fail(`The feed ends at ${head}, ${due} rows were written: it has a gap`)
  const told = (rowsByCollection.get('activities') ?? []).filter((row) => row['shop_id'] === shopId).length
  const count = model.activityCounts.get(shopId) ?? 0
  if (told !== count) fail(`${told} activities, ${count} mutations`)
}

function checkLedger(oracle: Oracle, { ledger }: ServerContent, rest: Rest): void {
  const lastByDevice = new Map<string, number>()
  const rowById = new Map(ledger.map((row) => [String(row['id']), row]))
  for (const [id, isApplied] of oracle.model.decided) {
    const row = rowById.get(id) ?? fail(`The ledger has lost ${id}`)
    const step = oracle.steps.get(id) ?? fail(`Nobody did ${id}`)
    if ((row['outcome'] === 'applied') !== isApplied) fail(`The ledger says ${String(row['outcome'])} of ${id}`)
    if (!isApplied) {
      checkKept(row, step)
      continue
    }
    const device = `${String(row['user_id'])}/${String(row['device_id'])}`
    checkTime(row, step, lastByDevice.get(device) ?? 0, rest)
    lastByDevice.set(device, Date.parse(String(row['act_at'])))
  }
}

function checkKept({ body }: SqlRow, { id, intents }: KnownStep): void {
  const kept = body == null ? undefined : (JSON.parse(String(body)) as { id?: string; ops?: { id?: string }[] })
  if (kept?.id !== id || !intents.every((intent) => kept.ops?.some((op) => op.id === intent.id) === true))
    fail(`What was refused is not kept on the server: ${id}`)
}

function checkTime(row: SqlRow, { id, account, actedAtMs, isUntimed, ...sent }: KnownStep, previousMs: number, { isSteady, serverSkewMs }: Rest): void {
  const stepAt = Date.parse(String(row['act_at']))
  if (stepAt > Date.parse(String(row['received_at']))) fail(`${id} happened after it arrived`)
  const { sentAtMs = 0, receivedAtMs = 0 } = sent
  if (isUntimed === true || !isSteady(account, actedAtMs, receivedAtMs)) return
  const trueMs = actedAtMs + serverSkewMs
  const latest = Math.max(trueMs + receivedAtMs - sentAtMs, previousMs) + 2
  if (stepAt < trueMs - 2 || stepAt > latest) fail(`${id} happened at ${trueMs}, the server says ${stepAt}`)
}

/** A tablet's disk is what the server says its user may see, and nothing else; what was refused is on its list. */
export function checkTablet(oracle: Oracle, server: ServerContent, { name, userId }: { name: string; userId: string }, disk: DiskContent, look: Look): void {
  const store = disk[`mainspring-device-${userId}`] ?? fail(`${name}: its outbox is gone`)
  for (const what of ['outbox', 'bases']) for (const left of store[what] ?? []) fail(`${name}: in its ${what} is left: ${JSON.stringify(left)}`)
  if (look.status !== 'synced') fail(`${name} says '${look.status}'`)
  for (const id of oracle.refusedByAccount.get(name) ?? []) if (!look.refusedIds.includes(id)) fail(`${name}: the refused mutation ${id} is not on its list`)
  for (const id of look.refusedIds) if (!oracle.everRefused.has(id)) fail(`${name}: its list holds ${id}, which nobody refused`)
  const rowsByCollection = readLocalRows(disk, userId)
  for (const collection of collectionsOfAll) {
    const stored = rowsByCollection.get(collection) ?? []
    for (const { id, shopId } of stored) if (!oracle.maySee(userId, shopId, collection)) fail(`${name}: ${collection}/${id} is not for its user`)
    const living = new Map(stored.filter(({ _deleted }) => _deleted === false).map((row) => [row.id, row]))
    for (const row of server.rowsByCollection.get(collection) ?? []) {
      if (row['deleted'] !== 0 || !oracle.maySee(userId, String(row['shop_id']), collection)) continue
      const local = living.get(String(row['id'])) ?? fail(`${name} has not got ${collection}/${String(row['id'])}`)
      living.delete(local.id)
      const difference = findDifference(row, local)
      if (difference !== undefined) fail(`${name}: ${collection}/${local.id}: ${difference}`)
    }
    for (const id of living.keys()) fail(`${name} holds ${collection}/${id}, which the server has not`)
  }
}
