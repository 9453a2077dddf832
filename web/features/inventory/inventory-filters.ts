import type { TreeFilter } from '#schema/rules/inventory/category-tree-rows.ts'
import { valuesToSearch } from '#web/list-kit/list-filters.ts'

/** The tree has one page; the address of a list always has one. */
export type InventoryFilters = TreeFilter & { showArchived: boolean; page: number }

export const noInventoryFilters = { search: '', lowStockOnly: false } as const

export const inventoryFiltersCodec = {
  read: (params: URLSearchParams): InventoryFilters => ({
    search: params.get('q') ?? '',
    lowStockOnly: params.get('stock') === 'low',
    showArchived: params.get('archived') === 'shown',
    page: 1,
  }),
  write: ({ search, lowStockOnly, showArchived }: InventoryFilters): string =>
    valuesToSearch({ q: search, stock: lowStockOnly ? 'low' : null, archived: showArchived ? 'shown' : null }),
}
