import { useMemo } from 'react'
import type { TillDay } from '#schema/collections/work/till-days.ts'
import { type TillSums, toTillSums } from '#schema/rules/money/till.ts'
import { useTillPayments } from '#web/device/react/use-answers.ts'
import { useShopRows } from '#web/device/react/use-device.ts'

/** The closed tills for which `isWanted`, the latest first, with their sums; undefined while loading. */
export function useClosedTills(shopId: string, isWanted: (till: TillDay) => boolean): (TillDay & TillSums)[] | undefined {
  const rows = useShopRows('till_days', shopId)
  const wanted = (rows ?? [])
    .filter((till) => till.state === 'closed' && isWanted(till))
    .toSorted((one, other) => ((one.closedAt ?? '') < (other.closedAt ?? '') ? 1 : -1))
  const ids = wanted.map(({ id }) => id).join()
  const payments = useTillPayments(shopId, ids)
  const paymentsByTill = useMemo(() => Map.groupBy(payments ?? [], ({ tillDayId }) => tillDayId), [payments])
  if (rows === undefined || payments === undefined) return undefined
  return wanted.map((till) => ({ ...till, ...toTillSums(till, paymentsByTill.get(till.id) ?? []) }))
}
