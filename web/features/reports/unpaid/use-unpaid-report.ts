import { useEffect, useState } from 'react'
import { buildUnpaidReport, owedStatusIds, type UnpaidReport } from '#schema/rules/money/unpaid-report.ts'
import type { Device } from '#web/device/device-types.ts'
import type { OrderListRow } from '#web/device/lists/list-queries.ts'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useShopFormat } from '#web/inputs/shop-format.tsx'

/** Orders read at a time, so that a long list does not block the page. */
const readAtOnce = 500

const changing = ['orders', 'payments', 'order_lines'] as const

/** What is owed to the shop, from this device's rows, live; undefined while it is read. */
export function useUnpaidReport(shopId: string): UnpaidReport<OrderListRow> | undefined {
  const device = useDevice()
  const { timeZone } = useShopFormat()
  const [held, setHeld] = useState<{ shopId: string; report: UnpaidReport<OrderListRow> }>()
  useEffect(() => {
    let isOver = false
    let isReading = false
    let isStale = false
    const read = async (): Promise<void> => {
      isStale = true
      if (isReading) return
      isReading = true
      while (isStale && !isOver) {
        isStale = false
        // A read that fails is made again with the next change.
        const rows = await readUnpaid(device, shopId).catch(() => undefined)
        if (!isOver && rows !== undefined) setHeld({ shopId, report: buildUnpaidReport(rows, correctedNow(), timeZone) })
      }
      isReading = false
    }
    void read()
    const stops = changing.map((collection) => device.rows.watchCollection(collection, () => void read()))
    return () => {
      isOver = true
      for (const stop of stops) stop()
    }
  }, [device, shopId, timeZone])
  return held?.shopId === shopId ? held.report : undefined
}

async function readUnpaid({ lists }: Device, shopId: string): Promise<OrderListRow[]> {
  const everything = { search: '', from: null, to: null, assignee: 'all', page: 1, pageSize: readAtOnce } as const
  const ids = await lists.findOrderIds({ shopId, ...everything, status: owedStatusIds, isUnpaid: true })
  const rows: OrderListRow[] = []
  for (let from = 0; from < ids.length; from += readAtOnce) rows.push(...(await lists.readOrders(shopId, ids.slice(from, from + readAtOnce))))
  return rows
}
