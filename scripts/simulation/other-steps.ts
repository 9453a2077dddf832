import type { Fleet, Tablet, World } from './fleet.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import type { Mutation, Op } from '#schema/api/sync.ts'
import type { WriteOp } from '#server/store/context.ts'
import type { Json } from '#schema/values/merge.ts'
import { filesPerOrder } from './oracle/oracle-facts.ts'
import type { Model, ModelStep, ModelRow } from './oracle/oracle-model.ts'
import type { Step } from './plan.ts'
import type { Intent } from './protocol.ts'

/** Steps that no tablet writes: by REST, and by somebody who speaks to the server with a program of their own. */

const pick = <T>(items: readonly T[], roll = 0): T | undefined => items[Math.floor(roll * items.length)]
const statusIds = Object.values(orderStatusIdByName)
const bySorting = (a: ModelRow, b: ModelRow): number => (a.id < b.id ? -1 : 1)
const rowsOf = (model: Model, collection: string, shopId: string): ModelRow[] => model.living(collection, shopId).sort(bySorting)

export function createRestStep(model: Model, shops: readonly string[], step: Step): { shopId: string; ops: WriteOp[]; intents: Intent[] } | undefined {
  const shopId = pick(shops, step.rolls[0]) ?? ''
  const roll = step.rolls[1] ?? 0
  const collection = roll < 0.3 ? 'products' : roll < 0.4 ? 'customers' : 'orders'
  const row = pick(rowsOf(model, collection, shopId), step.rolls[2])
  if (row === undefined) return undefined
  if (roll > 0.85 || collection === 'customers')
    return { shopId, ops: [{ action: 'delete', collection, id: row.id }], intents: [{ action: 'delete', collection, id: row.id }] }
  const values: Record<string, Json> =
    collection === 'products'
      ? { inventoryCount: Math.floor((step.rolls[3] ?? 0) * 9) }
      : roll < 0.65
        ? { orderStatusId: pick(statusIds, step.rolls[3]) ?? '' }
        : { quotedCost: String(step.token) }
  const seen = Object.fromEntries(Object.keys(values).map((field) => [field, (row.values[field] ?? null) as Json]))
  return { shopId, ops: [{ action: 'set', collection, id: row.id, values }], intents: [{ action: 'update', collection, id: row.id, seen, values }] }
}

export function createRogueStep(model: Model, shops: readonly string[], step: Step, atMs: number): { step: ModelStep; mutation: Mutation } | undefined {
  const [roll = 0, shopRoll = 0, otherRoll = 0] = step.rolls
  const shopId = pick(shops, shopRoll) ?? ''
  const otherShop = shops.find((id) => id !== shopId) ?? ''
  const id = uuidOf(1, step.token)
  const ops = rogueOps(model, { shopId, otherShop }, step, roll, otherRoll)
  if (ops === undefined) return undefined
  const isMalformed = roll > 0.85
  return { step: { id, shopId, intents: ops.map(opToIntent), isMalformed }, mutation: { id, shopId, at: new Date(atMs).toISOString(), ops } }
}

/** Rows of files for one order. */
export function createFiles(model: Model, shops: readonly string[], roll: number, count: number, { newId }: { newId: () => string }) {
  const shopId = shops[0] ?? ''
  const order = pick(rowsOf(model, 'orders', shopId), roll ** 2)
  if (order === undefined) return undefined
  const values = { orderId: order.id, kind: 'document', fileName: 'page', mimeType: 'application/pdf', byteSize: 9, sha256: '0'.repeat(64) }
  const held = rowsOf(model, 'attachments', shopId).filter((file) => file.values['orderId'] === order.id).length
  const ops = Array.from({ length: Math.min(count, filesPerOrder - held) }, () => ({
    action: 'create' as const,
    collection: 'attachments',
    id: newId(),
    values,
  }))
  return ops.length === 0 ? undefined : { shopId, ops, intents: ops as Intent[] }
}

export function findFile(model: Model, shops: readonly string[], roll: number): { shopId: string; id: string } | undefined {
  return pick(
    shops.flatMap((shopId) => rowsOf(model, 'attachments', shopId)),
    roll,
  )
}

function rogueOps(model: Model, { shopId, otherShop }: { shopId: string; otherShop: string }, step: Step, roll: number, rowRoll: number): Op[] | undefined {
  const foreign = (collection: string): string | undefined => pick(rowsOf(model, collection, otherShop), rowRoll)?.id
  const own = (collection: string): string | undefined => pick(rowsOf(model, collection, shopId), rowRoll)?.id
  const details = { itemDetails: `Rogue t${step.token}`, issueDescription: 'none', orderStatusId: statusIds[0] ?? '' }
  if (roll < 0.25) {
    const customerId = foreign('customers')
    if (customerId === undefined) return undefined
    // What comes before the foreign reference is right, and must go with it.
    return [
      { action: 'create', collection: 'suppliers', id: uuidOf(3, step.token), values: { supplierName: details.itemDetails } },
      { action: 'create', collection: 'orders', id: uuidOf(2, step.token), values: { ...details, customerId } },
    ]
  }
  if (roll < 0.5) {
    const id = foreign('orders')
    return id === undefined ? undefined : [{ action: 'update', collection: 'orders', id, changes: { itemDetails: { from: '', to: details.itemDetails } } }]
  }
  if (roll < 0.6) {
    const id = own('products')
    return id === undefined ? undefined : [{ action: 'delete', collection: 'products', id }]
  }
  if (roll < 0.7) return [{ action: 'create', collection: 'activities', id: uuidOf(2, step.token), values: {} }]
  if (roll < 0.85) {
    const [id, categoryId] = [own('products'), foreign('categories')]
    return id === undefined || categoryId === undefined
      ? undefined
      : [{ action: 'update', collection: 'products', id, changes: { categoryHierarchyId: { from: null, to: categoryId } } }]
  }
  const customerId = own('customers')
  return customerId === undefined
    ? undefined
    : [{ action: 'create', collection: 'orders', id: uuidOf(2, step.token), values: { ...details, customerId, unheardOf: 1 } }]
}

function opToIntent(op: Op): Intent {
  if (op.action === 'create') return { action: 'create', collection: op.collection, id: op.id, values: op.values }
  if (op.action === 'delete' || op.action === 'restore') return { action: op.action, collection: op.collection, id: op.id }
  const sides = (side: 'from' | 'to'): Record<string, Json> => Object.fromEntries(Object.entries(op.changes).map(([field, change]) => [field, change[side]]))
  return { action: 'update', collection: op.collection, id: op.id, seen: sides('from'), values: sides('to') }
}

const uuidOf = (kind: number, token: number): string => `0000000${kind}-0000-4000-8000-${String(token).padStart(12, '0')}`

/** Somebody copies the browser's profile to another machine, and both go on. */
export async function copyProfile(fleet: Fleet, { say, oracle }: World, source: Tablet | undefined): Promise<void> {
  if (source === undefined || !source.isOpen) return
  const { profile } = await fleet.send(source, { kind: 'copy-profile' })
  if (profile === undefined) return
  const account = fleet.accountOf(source)
  const index = fleet.tablets.length
  say(() => `the profile of ${account} is copied to tablet ${index}`)
  oracle.note('tablet: profile copied')
  oracle.onCopied(account, `tablet ${index}/${fleet.userId(source.user)}`)
  await fleet.addTablet(index, source.user, source.skewMs, profile)
}

/** The person of a tablet takes another one as well. */
export async function addSecondTablet(fleet: Fleet, { say }: World, first: Tablet | undefined): Promise<void> {
  if (first === undefined) return
  say(() => `${fleet.accountOf(first)} begins at tablet ${fleet.tablets.length} too`)
  await fleet.addTablet(fleet.tablets.length, first.user, first.skewMs)
}

/** Somebody saves what a tablet has not sent as a file, and imports it at another of theirs. */
export async function carryUnsent(fleet: Fleet, { say, oracle }: World, source: Tablet | undefined): Promise<void> {
  const target = fleet.tablets.at(-1)
  if (source === undefined || target === undefined || target === source || !source.isOpen || !target.isOpen || source.user !== target.user) return
  const { unsent } = await fleet.send(source, { kind: 'export-unsent' })
  if (unsent === undefined || !target.isOpen) return
  say(() => `what ${fleet.accountOf(source)} has not sent goes as a file to ${fleet.accountOf(target)}`)
  oracle.note(`tablet: unsent work imported${oracle.onCarried(fleet.accountOf(target), unsent)}`)
  await fleet.send(target, { kind: 'import-unsent', text: unsent })
}
