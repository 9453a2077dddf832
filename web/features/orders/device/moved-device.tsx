import { type ReactNode, useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { v7 } from 'uuid'
import type { Order } from '#schema/collections/work/orders.ts'
import { assetToTitle } from '#schema/values/assets/asset-title.ts'
import type { DeviceRows } from '#web/device/lists/device-reads.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useRow } from '#web/device/react/use-row.ts'
import type { OpInput } from '#web/device/rows/op-input.ts'
import { Button } from '#web/ui/controls/button.tsx'
import type { OrderForm } from '../form.ts'
import { t } from '../order-form-texts.ts'
import { deviceKindToText } from '#web/language/set-names-texts.ts'

/** What an order's new customer takes over of its device: `assetId` for the order, with ops before and after its update. */
export type DeviceMove = { before: OpInput[]; assetId: { assetId?: string }; after: OpInput[] }

type MovedDevice = { question: ReactNode; read: (typed: OrderForm) => Promise<DeviceMove> }

const noMove: DeviceMove = { before: [], assetId: {}, after: [] }

/** Asks about the device of an order whose customer is changed. `first`: the order when the form opened. */
export function useMovedDevice(form: UseFormReturn<OrderForm>, first: Order): MovedDevice {
  const { rows } = useDevice()
  const [customerId, assetId] = useWatch({ control: form.control, name: ['customerId', 'assetId'] })
  const [toId, setToId] = useState('')
  const asset = useRow('assets', first.assetId)
  const customer = useRow('customers', customerId === '' ? null : customerId)
  const device = asset.state === 'ready' ? asset.row : undefined
  const name = customer.state === 'ready' ? customer.row?.name : undefined
  const isAsked = assetId === '' && customerId !== first.customerId && device?.customerId === first.customerId && name !== undefined
  const isMoving = toId === customerId
  const question = isAsked ? t.moveQuestion({ device: assetToTitle(device, deviceKindToText), name }) : ''
  return {
    question: isAsked && (
      <div role="group" aria-label={question} className="flex flex-wrap items-center gap-2 rounded-md bg-sunken py-1 pr-1 pl-3">
        <span className="min-w-0 flex-1 wrap-anywhere">{question}</span>
        <span className="flex gap-1">
          {[true, false].map((moves) => (
            <Button
              key={String(moves)}
              aria-pressed={isMoving === moves}
              className="aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
              onClick={() => setToId(moves ? customerId : '')}
            >
              {moves ? t.move() : t.leave()}
            </Button>
          ))}
        </span>
      </div>
    ),
    read: async (typed) => (first.assetId !== null && typed.assetId === '' && toId === typed.customerId ? readMove(rows, first, first.assetId, toId) : noMove),
  }
}

/**
 * A device never leaves a customer who has orders of it: the new one gets its own entry, and the former one goes with its only order.
 */
async function readMove(rows: DeviceRows, order: Order, assetId: string, customerId: string): Promise<DeviceMove> {
  const asset = await rows.read('assets', assetId)
  if (asset === undefined || asset.customerId !== order.customerId) return noMove
  const { kind, brand, model, serial, imei, color, notes } = asset
  const others = (await rows.listOf('orders', 'customerId', order.customerId)).filter((other) => other.assetId === assetId && other.id !== order.id)
  const id = v7()
  return {
    before: [{ action: 'create', collection: 'assets', id, values: { customerId, kind, brand, model, serial, imei, color, notes } }],
    assetId: { assetId: id },
    after: others.length > 0 ? [] : [{ action: 'delete', collection: 'assets', id: assetId }],
  }
}
