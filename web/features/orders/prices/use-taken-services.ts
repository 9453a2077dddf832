import { useMemo } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { v7 } from 'uuid'
import type { Service } from '#schema/collections/stock/services.ts'
import { planTakenServices, sumPrices } from '#schema/rules/services/service-choice.ts'
import { parseAmount } from '#schema/values/money.ts'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import { useRowsById } from '#web/device/react/use-answers.ts'
import { useShopRows } from '#web/device/react/use-device.ts'
import type { OpInput } from '#web/device/rows/op-input.ts'
import { fillField } from '../fill-field.ts'
import { type OrderForm, orderForm } from '../form.ts'
import { amountToShopTyped } from '#web/inputs/shop-amounts.ts'

export type TakenServices = {
  /** Services that may be taken; undefined while loading. */
  offered: readonly Service[] | undefined
  chosen: readonly Service[]
  take: (service: Service, device: string) => void
  leave: (id: string) => void
  /** The order and a line of each service, in one mutation. */
  toOps: (typed: OrderForm, orderId: string | undefined) => OpInput[]
}

const quarterMs = 900_000

const toQuarterHour = (instantMs: number): string => new Date(Math.ceil(instantMs / quarterMs) * quarterMs).toISOString()

const readIds = (text: string): string[] => text.split(' ').filter((id) => id !== '')

/** What a new order takes from the price list: it fills device, issue, quote and due time, and becomes lines of the order. */
export function useTakenServices(form: UseFormReturn<OrderForm>, shopId: string): TakenServices {
  const services = useShopRows('services', shopId)
  const typedIds = useWatch({ control: form.control, name: 'services' })
  const chosen = useMemo(() => {
    const byId = new Map(services?.map((service) => [service.id, service]))
    return readIds(typedIds).flatMap((id) => byId.get(id) ?? [])
  }, [services, typedIds])
  const products = useRowsById(
    'products',
    shopId,
    useMemo(() => chosen.flatMap(({ productId }) => productId ?? []), [chosen]),
  )
  const offered = useMemo(() => services?.filter(({ archived }) => !archived), [services])

  const fillSums = (next: readonly Service[]): void => {
    const [sumBefore, sum] = [sumPrices(chosen), sumPrices(next)]
    const quote = form.getValues('quotedCost').trim()
    if (quote === '' || quote === (sumBefore === null ? '' : amountToShopTyped(sumBefore)))
      fillField(form, 'quotedCost', sum === null ? '' : amountToShopTyped(sum))
    fillField(form, 'services', next.map(({ id }) => id).join(' '))
  }

  return {
    offered,
    chosen,
    take: (service, device) => {
      const [details, issue] = [form.getValues('itemDetails'), form.getValues('issueDescription').trimEnd()]
      if (details.trim() === '' && device !== '') fillField(form, 'itemDetails', device)
      if (!issue.split('\n').includes(service.name)) fillField(form, 'issueDescription', issue === '' ? service.name : `${issue}\n${service.name}`)
      const next = [...chosen, service]
      const minutes = next.reduce((sum, one) => sum + (one.minutes ?? 0), 0)
      if (minutes > 0) fillField(form, 'dueTimestamp', toQuarterHour(correctedNow().getTime() + minutes * 60_000))
      fillSums(next)
    },
    leave: (id) => fillSums(chosen.filter((service) => service.id !== id)),
    toOps: (typed, givenId) => {
      const values = orderForm.toValues(typed)
      const { quoteFromLines, lines } = planTakenServices(chosen, values.quotedCost === null ? null : parseAmount(values.quotedCost))
      const order = { ...values, ...(typed.claimOf !== '' && { claimOf: typed.claimOf }), ...(quoteFromLines && { quoteFromLines }) }
      // Without lines the form's own id serves, which a second try takes again.
      if (lines.length === 0) return [{ action: 'create', collection: 'orders', id: givenId, values: order }]
      const orderId = givenId ?? v7()
      return [
        { action: 'create', collection: 'orders', id: orderId, values: order },
        ...lines.map((line): OpInput => {
          const unitCost = products?.find(({ id }) => id === line.productId)?.costPrice ?? null
          return { action: 'create', collection: 'order_lines', values: { orderId, ...line, unitCost } }
        }),
      ]
    },
  }
}
