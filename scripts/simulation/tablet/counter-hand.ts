import type { MessageRule } from '#schema/rules/messages/rules-of-status.ts'
import { type AssetKind, assetKinds } from '#schema/values/assets/asset-title.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import type { Json } from '#schema/values/merge.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { passcodeWord } from '../oracle/oracle-counter.ts'
import type { CounterKind } from '../plan-counter.ts'
import type { Intent } from '../protocol.ts'

/** What a person does at the counter with devices of customers and their passcodes. */

export type Row = { id: string; shopId: string } & Record<string, Json>

/** What every step has at hand. */
export type Tools = {
  token: number
  roll: (index: number) => number
  /** Words that no other step types. */
  word: (stem: string) => string
  newId: () => string
  order: (customerId: string, more: Record<string, Json>) => Intent
  rows: (collection: CollectionName) => Promise<Row[]>
  update: (collection: CollectionName, row: Row, values: (shown: Row) => Record<string, Json>) => Intent[]
  written: (text: Json | undefined) => string
  /** What the shop says at which status. */
  rules: () => readonly MessageRule[]
}

const finalStatusIds = [orderStatusIdByName['Picked up'], orderStatusIdByName.Recycled, orderStatusIdByName.Cancelled] as const

export async function planAtCounter(kind: CounterKind, tools: Tools): Promise<Intent[]> {
  const { roll, rows, update, word } = tools
  /** Some rows are everybody's work of the day. */
  const some = async (collection: CollectionName): Promise<Row | undefined> => pick(await rows(collection), roll(1) ** 2)
  const row = await some(collectionOf(kind))
  if (row === undefined) return []
  switch (kind) {
    case 'device':
      return addDevice(row, tools)
    case 'edit-device':
      return update('assets', row, (shown): Record<string, Json> =>
        roll(2) < 0.5 ? { model: word('Model'), color: word('color') } : { notes: tools.written(shown['notes']) },
      )
    case 'delete-device':
      return [{ action: 'delete', collection: 'assets', id: row.id }]
    case 'choose-device': {
      const own = (await rows('assets')).filter((asset) => asset['customerId'] === row['customerId'])
      const chosen = roll(3) < 0.2 ? undefined : pick(own, roll(2))
      return update('orders', row, () => ({ assetId: chosen?.id ?? null }))
    }
    case 'passcode':
      return update('orders', row, () => ({ passcode: roll(2) < 0.1 ? null : word(passcodeWord), ...(roll(3) < 0.3 && { itemDetails: word('Phone') }) }))
    case 'show-passcode':
      return [{ action: 'create', collection: 'passcode_views', id: tools.newId(), values: { orderId: row.id } }]
    case 'caption':
      return row['kind'] === 'signature'
        ? []
        : update('attachments', row, (shown): Record<string, Json> =>
            roll(2) < 0.6 ? { caption: word('caption') } : { forCustomer: shown['forCustomer'] !== true },
          )
    case 'delete-file':
      return [{ action: 'delete', collection: 'attachments', id: row.id }]
    case 'photo':
    case 'photo-drop-off':
      return []
    case 'finish-order':
      return update('orders', row, () => ({ orderStatusId: pick(finalStatusIds, roll(2)) ?? null, ...(roll(3) < 0.3 && { passcode: word(passcodeWord) }) }))
  }
}

function collectionOf(kind: CounterKind): CollectionName {
  if (kind === 'edit-device' || kind === 'delete-device') return 'assets'
  return kind === 'caption' || kind === 'delete-file' ? 'attachments' : 'orders'
}

/** Of a customer whose order it is in; mostly the order says so in the same change, or a new order brings it along with its passcode. */
function addDevice(order: Row, { newId, roll, update, word }: Tools): Intent[] {
  const kind: AssetKind = pick(assetKinds, roll(3)) ?? 'other'
  const customerId = order['customerId'] ?? null
  const asset: Intent = { action: 'create', collection: 'assets', id: newId(), values: { customerId, kind, model: word('Model') } }
  if (roll(2) < 0.3) return [asset]
  if (roll(2) < 0.6) return [asset, ...update('orders', order, () => ({ assetId: asset.id }))]
  const values = { customerId, assetId: asset.id, orderStatusId: pick(Object.values(orderStatusIdByName), roll(4)) ?? '', passcode: word(passcodeWord) }
  return [asset, { action: 'create', collection: 'orders', id: newId(), values: { ...values, itemDetails: word('Phone'), issueDescription: word('issue') } }]
}

export function pick<T>(items: readonly T[], roll: number): T | undefined {
  return items[Math.floor(roll * items.length)]
}
