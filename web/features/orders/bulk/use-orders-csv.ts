import { useState } from 'react'
import { localDay } from '#schema/rules/text/calendar.ts'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { useTicketPrefix } from '#web/inputs/ticket.tsx'
import { runAction } from '#web/navigation/notify.ts'
import { downloadText } from '#web/ui/download-text.ts'
import { ordersFileName, ordersToCsv, readInSteps } from './orders-csv.ts'
import { useBulkNames } from './use-bulk-job.ts'
import { t } from '../order-bulk-texts.ts'

/** Saves orders to a file. */
export function useOrdersCsv(shopId: string): { isBusy: boolean; save: (findIds: () => Promise<readonly string[]>) => void } {
  const device = useDevice()
  const names = useBulkNames(shopId)
  const prefix = useTicketPrefix(shopId)
  const { timeZone } = useShopFormat()
  const shopName = useBootstrap()?.shops.find(({ id }) => id === shopId)?.name ?? t.shop()
  const [isBusy, setIsBusy] = useState(false)
  const save = async (findIds: () => Promise<readonly string[]>): Promise<void> => {
    setIsBusy(true)
    await runAction({
      run: async () => {
        const rows = await readInSteps(await findIds(), (some) => device.lists.readOrders(shopId, some))
        downloadText(ordersToCsv(rows, { prefix, timeZone, ...names }), ordersFileName(shopName, localDay(correctedNow().toISOString(), timeZone)), csvType)
        return rows.length
      },
      success: (count) => ({ title: t.exported(), description: t.inFile({ count }) }),
      failure: { title: t.exportFailed(), description: t.exportFailedText() },
    })
    setIsBusy(false)
  }
  return { isBusy, save: (findIds) => void save(findIds) }
}

const csvType = 'text/csv;charset=utf-8'
