import { useEffect, useState } from 'react'
import type { UnsentDeletes } from '#web/device/outbox/unsent-deletes.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import type { NameById } from './deleted-entries.ts'

type Unsent = { shopId: string; deletes: UnsentDeletes; nameById: NameById }

const nothing: Unsent = { shopId: '', deletes: { deletes: [], restoring: [] }, nameById: new Map() }

/** What this device deleted, or asked to bring back, and the server has not confirmed; live. */
export function useUnsentDeletes(shopId: string): Unsent {
  const device = useDevice()
  const [held, setHeld] = useState(nothing)
  useEffect(() => {
    let turn = 0
    let isOver = false
    const read = async (): Promise<void> => {
      turn += 1
      const own = turn
      const deletes = await device.outbox.listDeletes(shopId)
      const idsOf = (field: string): string[] => deletes.deletes.flatMap(({ row }) => (typeof row?.[field] === 'string' ? [row[field]] : []))
      const [customers, orders] = [await device.rows.readMany('customers', idsOf('customerId')), await device.rows.readMany('orders', idsOf('orderId'))]
      // What an order belongs to may be among the deleted rows itself.
      const deletedNames = deletes.deletes.flatMap(({ id, row }): [string, string][] => {
        const name = row?.['name'] ?? row?.['itemDetails']
        return typeof name === 'string' ? [[id, name]] : []
      })
      const nameById = new Map([
        ...deletedNames,
        ...customers.map(({ id, name }): [string, string] => [id, name]),
        ...orders.map(({ id, itemDetails }): [string, string] => [id, itemDetails]),
      ])
      if (own === turn && !isOver) setHeld({ shopId, deletes, nameById })
    }
    const readAgain = (): void => void read().catch(() => undefined)
    readAgain()
    const stop = device.outbox.waiting.subscribe(readAgain)
    return () => {
      isOver = true
      stop()
    }
  }, [device, shopId])
  return held.shopId === shopId ? held : nothing
}
