import { List } from 'lucide-react'
import { dashboardPath } from '#web/navigation/paths.ts'
import { type Act, findActs, isCalled, listPrints, withoutPrintWords } from './acts.ts'
import type { Shown, ShownRow } from './use-find.ts'
import { t } from './find-texts.ts'
import { countToText } from '#web/language/staff-texts.ts'

/** `search`: puts its text into the box. */
export type FindOption = { key: string } & (ShownRow | { kind: 'act'; act: Act } | { kind: 'search'; typed: string })

export type FindGroup = { title: string; count: string; options: readonly FindOption[] }

type Surroundings = { shopId: string; acts: readonly Act[]; searches: readonly string[]; ticketPrefix: string }

/** Without text: recent rows and searches, and all acts; else the results, best first. */
export function toGroups(typed: string, shown: Shown | undefined, around: Surroundings): FindGroup[] {
  const groups = typed.trim() === '' ? toFirstGroups(shown, around) : toFoundGroups(typed, shown, around)
  return groups.filter(({ options }) => options.length > 0)
}

function toFirstGroups(shown: Shown | undefined, { acts, searches }: Surroundings): FindGroup[] {
  const recent = shown?.typed.trim() === '' ? shown.recent : []
  return [
    { title: t.recent(), count: '', options: recent.map(rowToOption) },
    { title: t.searches(), count: '', options: searches.map((search): FindOption => ({ key: `search/${search}`, kind: 'search', typed: search })) },
    { title: t.commands(), count: '', options: acts.map(actToOption) },
  ]
}

function toFoundGroups(typed: string, shown: Shown | undefined, { shopId, acts, ticketPrefix }: Surroundings): FindGroup[] {
  const prints = shown?.printed === undefined ? [] : findActs(listPrints(shown.printed, ticketPrefix), typed)
  const found = findActs(acts, typed)
  const { orders, customers, products } = shown?.totals ?? { orders: 0, customers: 0, products: 0 }
  const toDo: FindGroup = { title: t.commands(), count: '', options: [...prints, ...found].map(actToOption) }
  const rows: FindGroup[] = [
    {
      title: t.orders(),
      count: toCount(shown?.orders.length ?? 0, orders),
      options: [
        ...(shown?.orders ?? []).map((found) => rowToOption({ kind: 'order', found })),
        ...toMore(
          orders > (shown?.orders.length ?? 0) && shown?.best.orders !== 'near',
          t.searchOrders({ typed: typed.trim() }),
          `${dashboardPath({ shopId })}?${toSearch(typed)}&status=all`,
        ),
      ],
    },
    {
      title: t.customers(),
      count: toCount(shown?.customers.length ?? 0, customers),
      options: [
        ...(shown?.customers ?? []).map((customer) => rowToOption({ kind: 'customer', customer })),
        ...toMore(
          customers > (shown?.customers.length ?? 0) && shown?.best.customers !== 'near',
          t.searchCustomers({ typed: typed.trim() }),
          `${dashboardPath({ shopId, tab: 'customers' })}?${toSearch(typed)}`,
        ),
      ],
    },
    {
      title: t.products(),
      count: toCount(shown?.products.length ?? 0, products),
      options: (shown?.products ?? []).map((product) => rowToOption({ kind: 'product', product })),
    },
  ]
  const isExact = [shown?.best.orders, shown?.best.customers].some((best) => best === 'ticket' || best === 'exact' || best === 'former')
  const isActWanted = withoutPrintWords(typed) !== undefined || (!isExact && found.some((act) => isCalled(act, typed)))
  return isActWanted ? [toDo, ...rows] : [...rows, toDo]
}

const toSearch = (typed: string): string => new URLSearchParams({ q: typed.trim() }).toString()

const toCount = (shown: number, total: number): string =>
  total > shown ? t.ofTotal({ shown: countToText(shown), total: countToText(total) }) : countToText(total)

/** The lists' own searches tolerate no typos. */
const toMore = (isMore: boolean, label: string, path: string): FindOption[] =>
  isMore ? [actToOption({ key: path, label, other: '', Icon: List, leadsTo: { path } })] : []

const actToOption = (act: Act): FindOption => ({ key: `act/${act.key}`, kind: 'act', act })

function rowToOption(row: ShownRow): FindOption {
  switch (row.kind) {
    case 'order':
      return { ...row, key: `order/${row.found.order.id}` }
    case 'customer':
      return { ...row, key: `customer/${row.customer.id}` }
    case 'product':
      return { ...row, key: `product/${row.product.id}` }
  }
}
