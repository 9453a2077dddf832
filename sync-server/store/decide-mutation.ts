import { zodErrorToIssues } from '#schema/api/parse.ts'
import { mutationMaxBytes, mutationSchema, type Mutation, type MutationError } from '#schema/api/sync.ts'
import { AppError } from '#schema/errors.ts'
import { isUuid } from '#schema/fields.ts'
import { isRecord } from '#schema/is-record.ts'
import { notKeptText } from './answers/kept-refusals.ts'
import type { Outcome } from './answers/push-results.ts'
import { errorToRefusal, RowsRefusal } from './answers/refusal.ts'
import { withoutSecrets } from './answers/refused-body.ts'
import { findNamedRows } from './answers/row-states.ts'
import { applyMutation } from './apply/apply-mutation.ts'
import { issuesToError } from './apply/parse-values.ts'
import type { RowAddress, WriteContext } from './context.ts'
import { countDecisionBytes } from './ledger.ts'
import { toContext, type Batch } from './write-batch.ts'
import type { Tx } from '../db/database.ts'
import { readMergedIssue } from '#schema/rules/customers/merged-away.ts'
import { readPersonName } from './person-name.ts'
import { tableOf } from './table.ts'
import { addNotice } from './notices/notices.ts'

/** Decides a mutation. Order: parse, membership, ledger, ops; so a stored outcome is only returned to the member who sent the mutation. */
export async function decideMutation(batch: Batch, raw: unknown): Promise<Outcome> {
  const named = findNamedRows(raw)
  const parsed = parseMutation(raw)
  if (parsed.error) return refuse(batch, raw, parsed.id, parsed.shopId, named, parsed.error)
  const { mutation } = parsed
  const { id, shopId } = mutation
  if (!batch.caller.shopIds.has(shopId)) return refuse(batch, raw, id, shopId, named, { code: 'FORBIDDEN', message: new AppError('FORBIDDEN').message })
  const known = batch.ledger.find(id)
  if (known?.isOf(batch.caller.userId)) return { id, error: known.error, rows: [...named, ...known.rows] }
  if (known) return { id, error: errorToRefusal(new AppError('FORBIDDEN')), rows: named }
  const mark = batch.seqs.mark()
  try {
    const rows = await batch.memory.step(() => applyMutation(batch, mutation))
    return { id, error: undefined, rows: [...named, ...rows] }
  } catch (error) {
    const refusal = errorToRefusal(error)
    if (refusal.code === 'INTERNAL') batch.services.log.error({ mutationId: id, shopId, err: error }, 'a mutation failed')
    batch.seqs.returnTo(mark)
    const shown = error instanceof RowsRefusal ? error.rows : []
    if (batch.caller.origin === 'push') await notifyMergedEdit(toContext(batch, mutation, mutation.at), mutation, refusal)
    return refuse(batch, raw, id, shopId, [...named, ...shown], refusal)
  }
}

/** Records a refusal once, with the mutation as sent if the quota allows; an earlier decision stays. */
async function refuse(batch: Batch, raw: unknown, id: string, shopId: string | null, named: readonly RowAddress[], error: MutationError): Promise<Outcome> {
  const receivedAt = new Date(batch.receivedMs).toISOString()
  const known = batch.ledger.find(id)
  if (batch.caller.origin !== 'push' || !isUuid(id) || known) {
    const isSame = known?.isOf(batch.caller.userId) === true && known.error?.code === error.code
    return { id, error: isSame ? known.error : error, rows: named }
  }
  const { userId, shopIds } = batch.caller
  const ownShopId = shopId !== null && (await hasBelonged(batch, shopId)) ? shopId : null
  const decision = { id, userId, deviceId: batch.deviceId, mutationAt: receivedAt, receivedAt }
  const content = { error, rows: named, body: (await namesErased(batch.trx, named)) ? undefined : withoutSecrets(raw) }
  const keptBytes = countDecisionBytes(content)
  if (await batch.kept.admit({ userId, shopId: ownShopId, isMember: shopId !== null && shopIds.has(shopId) }, keptBytes)) {
    batch.ledger.write({ ...decision, ...content, shopId: ownShopId, keptBytes })
    return { id, error, rows: named }
  }
  const short: MutationError = { code: error.code, message: `${error.message} ${notKeptText}` }
  batch.ledger.write({ ...decision, error: short, shopId: null, rows: [], body: undefined })
  return { id, error: short, rows: named }
}

/** Members see refusals of their shop, so others must not be able to write there. */
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

/** JSON size in bytes; undefined for values that cannot be serialized, such as extremely deep nesting. */
function countJsonBytes(raw: unknown): number | undefined {
  try {
    return Buffer.byteLength(JSON.stringify(raw) ?? '')
  } catch {
    return undefined
  }
}

/** Whether a row is an erased customer or one of their orders: the content of such a refusal is not stored. */
async function namesErased(trx: Tx, rows: readonly RowAddress[]): Promise<boolean> {
  const idsOf = (name: RowAddress['collection']): string[] => rows.filter(({ collection }) => collection === name).map(({ id }) => id)
  const found = await trx
    .selectFrom('customers')
    .select('id')
    .where('erased_at', 'is not', null)
    .where((where) =>
      where.or([where('id', 'in', idsOf('customers')), where('id', 'in', where.selectFrom('orders').select('customer_id').where('id', 'in', idsOf('orders')))]),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Tells who merged a customer that somebody had edited it without seeing the merge, and was refused. */
async function notifyMergedEdit(context: WriteContext, { ops }: Pick<Mutation, 'ops'>, { issues }: MutationError): Promise<void> {
  const stays = readMergedIssue(issues)
  if (stays === undefined) return
  const { trx, memory, caller } = context
  const customers = tableOf('customers')
  for (const op of ops) {
    if (op.collection !== 'customers' || op.action !== 'update') continue
    const row = await memory.find(customers, op.id)
    if (row === undefined || row.shopId !== context.shopId || row.deletedWith === null) continue
    const merge = await trx.selectFrom('mutations').select('user_id as userId').where('id', '=', row.deletedWith).executeTakeFirst()
    if (merge === undefined) continue
    const fields = Object.keys(op.changes).flatMap((name) => customers.fieldByName.get(name)?.field.label ?? [])
    const by = await readPersonName(trx, caller.userId)
    const params = { title: `Customer '${String(row['name'])}'`, name: stays.name, by, fields: fields.join(', ') }
    await addNotice(context, { kind: 'mergedEdit', collection: 'customers', rowId: stays.id, userId: merge.userId, params })
  }
}
