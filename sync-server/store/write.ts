import { mutationMaxBytes, mutationSchema, type Mutation, type MutationError, type MutationResult, type RowState } from '#schema/api/sync.ts'
import { zodErrorToIssues } from '#schema/api/parse.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { isUuid } from '#schema/fields.ts'
import { AppError } from '#schema/errors.ts'
import type { Tx } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Services } from '../services.ts'
import { readPreviousMutation, savePreviousMutation, toMutationTime } from './mutation-time.ts'
import { applyOp } from './apply/apply-op.ts'
import type { WriteCaller } from './caller.ts'
import type { WriteOp, RowAddress, WriteContext } from './context.ts'
import { KeptRefusals, notKeptText } from './answers/kept-refusals.ts'
import { countDecisionBytes, Ledger } from './ledger.ts'
import { issuesToError } from './apply/parse-values.ts'
import { withoutSecrets } from './answers/refused-body.ts'
import { namesErased } from './erased-rows.ts'
import { errorToRefusal, RowsRefusal } from './answers/refusal.ts'
import { toResults, type Outcome } from './answers/push-results.ts'
import { findNamedRows, isRecord, RowStates } from './answers/row-states.ts'
import { writeActivity } from './apply/side-effects.ts'
import { ShopSeqs } from './sequence/shop-sequences.ts'
import { releaseSavepoint, rollbackToSavepoint, setSavepoint } from './savepoint.ts'

export type Push = {
  deviceId: string | null
  /** Server time minus device time when the push arrived. */
  clockOffsetMs: number
  receivedAt: Date
  mutations: readonly unknown[]
}

type WriteMutation = Omit<Mutation, 'ops'> & { ops: readonly WriteOp[] }

/** What all mutations of one transaction share. */
type Batch = {
  services: Services
  trx: Tx
  caller: WriteCaller
  deviceId: string | null
  offsetMs: number
  receivedMs: number
  previousMutationMs: number | undefined
  seqs: ShopSeqs
  ledger: Ledger
  kept: KeptRefusals
  states: RowStates
  headsByShop: Map<string, Map<CollectionName, number>>
  noticed: Set<string>
  knownGlobals: Set<string>
}

/**
 * THE write path: every write of a shop's rows passes here, pushed, by REST, imported or from the portal. All mutations share one
 * transaction with a savepoint each; a refused one leaves no trace but its ledger row. Results come in the given order.
 */
export async function applyMutations(services: Services, caller: WriteCaller, push: Push): Promise<MutationResult[]> {
  return inBatch(services, caller, push, async (batch) => {
    const outcomes: Outcome[] = []
    for (const raw of push.mutations) outcomes.push(await decide(batch, raw))
    return toResults(batch.states, outcomes)
  })
}

/**
 * One mutation of REST or of a command, all of its ops or none. Answers the rows as they are afterwards, in the order in which
 * they were named, then those taken along; throws the AppError when it is refused.
 */
export async function applyOps(services: Services, caller: WriteCaller, shopId: string, ops: readonly WriteOp[], at?: Date): Promise<RowState[]> {
  const receivedAt = services.clock()
  const mutation: WriteMutation = { id: services.newId(), shopId, at: (at ?? receivedAt).toISOString(), ops }
  return inBatch(services, caller, { deviceId: null, clockOffsetMs: 0, receivedAt, mutations: [] }, (batch) =>
    applyMutation(batch, mutation).then((rows) => batch.states.read(rows)),
  )
}

/** Acts in any shops and whatever else `run` writes with `trx`: all of it happens, or none. */
export type Together = {
  trx: Tx
  /** Instant of all of it. */
  at: string
  /** One mutation in one shop, through the write path. */
  apply: (shopId: string, ops: readonly WriteOp[]) => Promise<RowState[]>
  /** An entry in the activities of the shop. */
  note: (shopId: string, text: string) => Promise<void>
}

/** For commands of administration, which have checked that the user may, and for what must look before it writes. */
export async function applyTogether<Result>(
  services: Services,
  userId: string | null,
  run: (together: Together) => Promise<Result>,
  origin: WriteCaller['origin'] = 'administration',
): Promise<Result> {
  const receivedAt = services.clock()
  const at = receivedAt.toISOString()
  const callerOf = (shopIds: readonly string[]): WriteCaller => ({ userId, privileges: new Set(), shopIds: new Set(shopIds), origin })
  return inBatch(services, callerOf([]), { deviceId: null, clockOffsetMs: 0, receivedAt, mutations: [] }, (batch) => {
    const toBatchOf = (shopId: string): Batch => ({ ...batch, caller: callerOf([shopId]), states: new RowStates(batch.trx, callerOf([shopId])) })
    return run({
      trx: batch.trx,
      at,
      apply: async (shopId, ops) => {
        const ofShop = toBatchOf(shopId)
        return ofShop.states.read(await applyMutation(ofShop, { id: services.newId(), shopId, at, ops }))
      },
      note: async (shopId, text) => {
        const context = toContext(toBatchOf(shopId), { id: services.newId(), shopId, at, ops: [] }, at)
        await writeActivity(context, text)
        mergeHeads(batch, shopId, context.heads)
      },
    })
  })
}

async function inBatch<Result>(services: Services, caller: WriteCaller, push: Push, run: (batch: Batch) => Promise<Result>): Promise<Result> {
  const headsByShop = new Map<string, Map<CollectionName, number>>()
  const noticed = new Set<string>()
  const result = await inTransaction(services.db, async (trx) => {
    const { userId } = caller
    const { deviceId } = push
    const previousMutationMs = userId !== null && deviceId !== null ? await readPreviousMutation(trx, userId, deviceId) : undefined
    const batch: Batch = {
      services,
      trx,
      caller,
      deviceId,
      offsetMs: push.clockOffsetMs,
      receivedMs: push.receivedAt.getTime(),
      previousMutationMs,
      seqs: new ShopSeqs(trx),
      ledger: await Ledger.open(trx, push.mutations.map(rawToId)),
      kept: new KeptRefusals(trx),
      states: new RowStates(trx, caller),
      headsByShop,
      noticed,
      knownGlobals: new Set(),
    }
    const answer = await run(batch)
    await batch.seqs.save(push.receivedAt)
    const lastMutationMs = batch.previousMutationMs
    if (userId !== null && deviceId !== null && lastMutationMs !== undefined && lastMutationMs !== previousMutationMs)
      await savePreviousMutation(trx, userId, deviceId, lastMutationMs)
    return answer
  })
  for (const [shopId, heads] of headsByShop) services.bus.announce(shopId, Object.fromEntries(heads))
  for (const userId of noticed) services.bus.announceNotices(userId)
  return result
}

/** Parse, membership, ledger, ops: in this order, so that a stored outcome goes only to a member who sent it. */
async function decide(batch: Batch, raw: unknown): Promise<Outcome> {
  const named = findNamedRows(raw)
  const parsed = parseMutation(raw)
  if (parsed.error) return refuse(batch, raw, parsed.id, parsed.shopId, named, parsed.error)
  const { mutation } = parsed
  const { id, shopId } = mutation
  if (!batch.caller.shopIds.has(shopId)) return refuse(batch, raw, id, shopId, named, { code: 'FORBIDDEN', message: new AppError('FORBIDDEN').message })
  const known = batch.ledger.find(id)
  if (known && known.userId === batch.caller.userId) return { id, error: known.error, rows: [...named, ...known.rows] }
  if (known) return { id, error: errorToRefusal(new AppError('FORBIDDEN')), rows: named }
  const mark = batch.seqs.mark()
  await setSavepoint(batch.trx)
  try {
    const rows = await applyMutation(batch, mutation)
    await releaseSavepoint(batch.trx)
    return { id, error: undefined, rows: [...named, ...rows] }
  } catch (error) {
    const refusal = errorToRefusal(error)
    if (refusal.code === 'INTERNAL') batch.services.log.error({ mutationId: id, shopId, err: error }, 'a mutation failed')
    await rollbackToSavepoint(batch.trx)
    batch.seqs.returnTo(mark)
    const shown = error instanceof RowsRefusal ? error.rows : []
    return refuse(batch, raw, id, shopId, [...named, ...shown], refusal)
  }
}

/** Inside the savepoint: the ops, then the ledger row. The batch learns of it only when all of it went well. */
async function applyMutation(batch: Batch, mutation: WriteMutation): Promise<RowAddress[]> {
  const { caller } = batch
  if (!caller.shopIds.has(mutation.shopId)) throw new AppError('NOT_FOUND')
  const mutationMs = toMutationTime({
    deviceMs: Date.parse(mutation.at),
    offsetMs: batch.offsetMs,
    previousMs: batch.previousMutationMs,
    receivedMs: batch.receivedMs,
  })
  const mutationAt = new Date(mutationMs).toISOString()
  const context = toContext(batch, mutation, mutationAt)
  for (const [index, op] of mutation.ops.entries()) await withOpIndex(mutation.ops.length, index, () => applyOp(context, op))
  const named = mutation.ops.map(({ collection, id }) => ({ collection: collection as CollectionName, id }))
  const rows = [...named, ...context.written]
  const receivedAt = new Date(batch.receivedMs).toISOString()
  await batch.ledger.write({
    id: mutation.id,
    shopId: mutation.shopId,
    userId: caller.userId,
    deviceId: batch.deviceId,
    mutationAt,
    receivedAt,
    error: undefined,
    rows: context.written,
    body: undefined,
  })
  if (batch.deviceId !== null) batch.previousMutationMs = mutationMs
  for (const row of context.written) batch.states.note(row)
  mergeHeads(batch, mutation.shopId, context.heads)
  return rows
}

const toContext = (
  { services, trx, caller, deviceId, seqs, noticed, knownGlobals, receivedMs }: Batch,
  mutation: WriteMutation,
  mutationAt: string,
): WriteContext => ({
  trx,
  caller,
  newId: services.newId,
  seqs,
  shopId: mutation.shopId,
  mutationId: mutation.id,
  deviceId,
  mutationAt,
  receivedAt: new Date(receivedMs).toISOString(),
  written: [],
  heads: new Map(),
  noticed,
  knownGlobals,
})

/** In a mutation of several ops an issue's path names the op: `ops.1.values.phone` would tell a form less than `1.phone`. */
async function withOpIndex(count: number, index: number, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (count === 1 || !(error instanceof AppError) || error.issues === undefined) throw error
    const issues = error.issues.map(({ path, message }) => ({ path: `${index}.${path}`, message }))
    throw new AppError(error.code, error.message, { issues })
  }
}

/** Records the refusal with all that was sent, while there is room for it, once; what an earlier sending decided stays as it is. */
async function refuse(batch: Batch, raw: unknown, id: string, shopId: string | null, named: readonly RowAddress[], error: MutationError): Promise<Outcome> {
  const receivedAt = new Date(batch.receivedMs).toISOString()
  const known = batch.ledger.find(id)
  if (batch.caller.origin !== 'push' || !isUuid(id) || known) {
    const isSame = known?.userId === batch.caller.userId && known.error?.code === error.code
    return { id, error: isSame ? known.error : error, rows: named }
  }
  const { userId, shopIds } = batch.caller
  const ownShopId = shopId !== null && (await hasBelonged(batch, shopId)) ? shopId : null
  const decision = { id, userId, deviceId: batch.deviceId, mutationAt: receivedAt, receivedAt }
  const content = { error, rows: named, body: (await namesErased(batch.trx, named)) ? undefined : withoutSecrets(raw) }
  const keptBytes = countDecisionBytes(content)
  if (await batch.kept.admit({ userId, shopId: ownShopId, isMember: shopId !== null && shopIds.has(shopId) }, keptBytes)) {
    await batch.ledger.write({ ...decision, ...content, shopId: ownShopId, keptBytes })
    return { id, error, rows: named }
  }
  const short: MutationError = { code: error.code, message: `${error.message} ${notKeptText}` }
  await batch.ledger.write({ ...decision, error: short, shopId: null, rows: [], body: undefined })
  return { id, error: short, rows: named }
}

/** The people of a shop read what was refused there: strangers must not be able to write them anything. */
async function hasBelonged({ trx, caller: { userId, shopIds } }: Batch, shopId: string): Promise<boolean> {
  if (shopIds.has(shopId)) return true
  if (userId === null) return false
  const left = await trx.selectFrom('former_members').select('shop_id').where('user_id', '=', userId).where('shop_id', '=', shopId).executeTakeFirst()
  return left !== undefined
}

type Parsed = { error: undefined; mutation: Mutation } | { error: MutationError; id: string; shopId: string | null }

function parseMutation(raw: unknown): Parsed {
  const bytes = countJsonBytes(raw)
  const parsed = mutationSchema.safeParse(raw)
  if (parsed.success && bytes !== undefined && bytes <= mutationMaxBytes) return { error: undefined, mutation: parsed.data }
  const textOf = (key: string): string | null => {
    const value = isRecord(raw) ? raw[key] : undefined
    return typeof value === 'string' ? value.slice(0, 64) : null
  }
  const error = parsed.success ? new AppError('PAYLOAD_TOO_LARGE') : issuesToError(zodErrorToIssues(parsed.error))
  return { error: errorToRefusal(error), id: textOf('id') ?? '', shopId: textOf('shopId')?.toLowerCase() ?? null }
}

/** Undefined for what no JSON text can be made of, such as a list nested a hundred thousand deep. */
function countJsonBytes(raw: unknown): number | undefined {
  try {
    return Buffer.byteLength(JSON.stringify(raw) ?? '')
  } catch {
    return undefined
  }
}

const rawToId = (raw: unknown): unknown => (isRecord(raw) ? raw['id'] : undefined)

function mergeHeads(batch: Batch, shopId: string, heads: ReadonlyMap<CollectionName, number>): void {
  const known = batch.headsByShop.get(shopId)
  if (heads.size === 0) return
  if (!known) batch.headsByShop.set(shopId, new Map(heads))
  else for (const [collection, seq] of heads) known.set(collection, seq)
}
