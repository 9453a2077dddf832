import { v5 as uuidV5 } from 'uuid'
import type { Mutation, Op } from '#schema/api/sync.ts'
import { isImei } from '#schema/values/assets/imei.ts'
import type { Json } from '#schema/values/merge.ts'
import type { Random } from '../random.ts'
import { deviceByItem, deviceColors, passcodes } from './device-vocabulary.ts'

const deviceShare = 0.8
const passcodeShare = 0.35

/**
 * Adds a device to most orders of known items and to all in `always`: created with its first order, reused later. Some
 * get a passcode. Deterministic.
 */
export function addDevices(mutations: readonly Mutation[], random: Random, always: ReadonlySet<string> = new Set()): Mutation[] {
  const idByOwned = new Map<string, string>()
  const addTo = ({ id: orderId, values }: CreateOp): Op[] => {
    const item = toText(values['itemDetails'])
    const device = deviceByItem[item]
    if (device === undefined || !(always.has(orderId) || random.chance(deviceShare))) return [createOp('orders', orderId, values)]
    const owned = JSON.stringify([values['customerId'], item])
    const knownId = idByOwned.get(owned)
    const assetId = knownId ?? uuidV5('asset', orderId)
    idByOwned.set(owned, assetId)
    const hasPasscode = ['phone', 'tablet', 'laptop'].includes(device.kind) && random.chance(passcodeShare)
    const order = createOp('orders', orderId, { ...values, assetId, ...(hasPasscode && { passcode: random.pick(passcodes) }) })
    if (knownId !== undefined) return [order]
    const marks: Record<string, Json> = device.kind === 'phone' ? { imei: makeImei(random) } : { serial: makeSerial(random) }
    const asset = { customerId: values['customerId'] ?? null, ...device, model: toModel(item, device.brand), ...marks, color: random.pick(deviceColors) }
    return [createOp('assets', assetId, asset), order]
  }
  return mutations.map((mutation) => ({
    ...mutation,
    ops: mutation.ops.flatMap((op) => (op.action === 'create' && op.collection === 'orders' ? addTo(op) : [op])),
  }))
}

const toText = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

type CreateOp = Extract<Op, { action: 'create' }>

const createOp = (collection: string, id: string, values: Record<string, Json>): Op => ({ action: 'create', collection, id, values })

const toModel = (item: string, brand: string): string => (item.startsWith(`${brand} `) ? item.slice(brand.length + 1) : item)

/** Exactly one of the ten last digits is the check digit. */
function makeImei(random: Random): string {
  const body = `35${String(random.between(0, 999_999_999_999)).padStart(12, '0')}`
  return Array.from({ length: 10 }, (_, digit) => `${body}${digit}`).find(isImei) ?? ''
}

const serialLetters = [...'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789']

const makeSerial = (random: Random): string => Array.from({ length: 10 }, () => random.pick(serialLetters)).join('')
