import type { OrderFormTexts } from '../../language/compiled/orderForm/orderForm-type.ts'
import { foldText } from '../../values/customer-match.ts'
import { serviceToDevice } from '../../values/services/service-title.ts'

type Named = { brand: string | null; model: string | null; name: string }

/** `price`: what was charged, where that is known. */
export type RepairedOrder = {
  id: string
  itemDetails: string
  issueDescription: string
  createdAt: string
  fixedAt: string | null
  claimOf: string | null
  price: number | null
}

export type ServiceHistory = { times: number; days: number | null; price: number | null; cameBack: number }

const toWords = (text: string): string =>
  ` ${foldText(text)
    .replaceAll(/[^\p{L}\p{N}+]+/gu, ' ')
    .trim()} `

const hasWords = (words: string, text: string): boolean => words.includes(toWords(text))

/** The model of the list that a device's description names; of "iPhone 12" and "iPhone 12 Pro" the longer one. */
export function findModel(details: string, models: readonly string[]): string | undefined {
  const words = toWords(details)
  return models.reduce<string | undefined>(
    (best, model) => (model !== '' && hasWords(words, model) && model.length > (best?.length ?? 0) ? model : best),
    undefined,
  )
}

/** How often the shop did this repair, and how it went: of finished orders that name model and repair. Claims count as what came back. */
export function toServiceHistory(service: Named, models: readonly string[], orders: readonly RepairedOrder[]): ServiceHistory {
  const done = orders.filter(
    ({ itemDetails, issueDescription, fixedAt, claimOf }) =>
      fixedAt !== null &&
      claimOf === null &&
      hasWords(toWords(issueDescription), service.name) &&
      (service.model === null || findModel(itemDetails, [...models, service.model]) === service.model),
  )
  const ids = new Set(done.map(({ id }) => id))
  const claimed = new Set(orders.flatMap(({ claimOf }) => (claimOf !== null && ids.has(claimOf) ? [claimOf] : [])))
  return {
    times: done.length,
    days: median(done.flatMap(({ createdAt, fixedAt }) => (fixedAt === null ? [] : [Math.max(0, Date.parse(fixedAt) - Date.parse(createdAt)) / 86_400_000]))),
    price: median(done.flatMap(({ price }) => (price === null ? [] : [price]))),
    cameBack: claimed.size,
  }
}

/** The middle one, the lower of two: always one that happened. */
function median(values: readonly number[]): number | null {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length / 2) - 1] ?? null
}

/** "iPhone 12, Screen: 41 times, 2 days, 129.00, 4 came back" */
export function historyToText(
  service: Named,
  { times, days, price, cameBack }: ServiceHistory,
  { money, texts: { history } }: { money: (amount: number) => string; texts: Pick<OrderFormTexts, 'history'> },
): string {
  const what = [service.model ?? serviceToDevice(service), service.name].filter((part) => part !== '').join(', ')
  if (times === 0) return history.never({ what })
  const facts = [
    history.times({ times }),
    days === null ? '' : history.days({ days: Math.round(days) }),
    price === null ? '' : money(price),
    history.cameBack({ count: cameBack }),
  ]
  return history.told({ what, facts: facts.filter((fact) => fact !== '').join(', ') })
}
