import { orderViews, type OrderView } from '#schema/rules/orders/order-views.ts'

type TextStorage = Pick<Storage, 'getItem' | 'setItem'>

/** A user's views of a shop's orders, stored on the device. Filters are texts of an address: 'assignee=…&age=5'. */
export type KeptViews = {
  /** The view of who has chosen nothing yet. */
  first: OrderView
  /** The view of an address that names none. */
  view: () => OrderView
  filtersOf: (view: OrderView) => string
  choose: (view: OrderView, filters: string) => void
  /** Views that the user named, in the order in which they were saved. */
  saved: () => readonly SavedView[]
  /** Adds a view, or changes the one of that name; `before`: the name that it had. */
  save: (view: SavedView, before?: string) => void
  remove: (name: string) => void
}

/** `search`: its filters as an address names them. */
export type SavedView = { name: string; search: string }

type Kept = { view: OrderView; filters: Partial<Record<OrderView, string>>; saved: readonly SavedView[] }

const savedMax = 20

export const isOrderView = (text: unknown): text is OrderView => orderViews.some((view) => view === text)

/** A customer's list is short and shows all orders. */
export const allOrders: KeptViews = {
  first: 'all',
  view: () => 'all',
  filtersOf: () => '',
  choose: () => undefined,
  saved: () => [],
  save: () => undefined,
  remove: () => undefined,
}

/** Without storage the choice lasts until the list closes. */
export function openKeptViews(userId: string, shopId: string, storage: TextStorage | undefined): KeptViews {
  const key = `mainspring-orders-views/${userId}/${shopId}`
  let kept = textToKept(attempt(() => storage?.getItem(key)) ?? null)
  const keep = (change: Partial<Kept>): void => {
    kept = { ...kept, ...change }
    attempt(() => storage?.setItem(key, JSON.stringify(kept)))
  }
  return {
    first: 'open',
    view: () => kept.view,
    filtersOf: (view) => kept.filters[view] ?? '',
    choose: (view, filters) => {
      if (view === kept.view && filters === (kept.filters[view] ?? '')) return
      keep({ view, filters: { ...kept.filters, [view]: filters } })
    },
    saved: () => kept.saved,
    save: (view, before = view.name) => {
      const others = kept.saved.filter(({ name }) => name !== view.name || name === before)
      const isKnown = others.some(({ name }) => name === before)
      keep({ saved: isKnown ? others.map((other) => (other.name === before ? view : other)) : [...others, view].slice(-savedMax) })
    },
    remove: (name) => keep({ saved: kept.saved.filter((view) => view.name !== name) }),
  }
}

function textToKept(text: string | null): Kept {
  const stored: unknown = attempt(() => JSON.parse(text ?? 'null')) ?? {}
  const { view, filters, saved } = stored as { view?: unknown; filters?: unknown; saved?: unknown }
  const entries = typeof filters === 'object' && filters !== null ? Object.entries(filters) : []
  return {
    view: isOrderView(view) ? view : 'open',
    filters: Object.fromEntries(entries.filter(([name, value]) => isOrderView(name) && typeof value === 'string')),
    saved: Array.isArray(saved) ? saved.filter(isSavedView) : [],
  }
}

function isSavedView(value: unknown): value is SavedView {
  const { name, search } = (value ?? {}) as Partial<Record<keyof SavedView, unknown>>
  return typeof name === 'string' && name !== '' && typeof search === 'string'
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
