import { ChevronsDownUp, ChevronsUpDown, ClipboardCheck, FolderTree, PackageCheck, PackageSearch, ShoppingCart, Table2, Truck } from 'lucide-react'
import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Product } from '#schema/collections/stock/products.ts'
import type { CategoryNode } from '#schema/rules/inventory/category-tree.ts'
import { keepInTree } from '#schema/rules/inventory/category-tree-kept.ts'
import { filterTree, isFilteringTree, isLowStock, treeToRows, type TreeFilter } from '#schema/rules/inventory/category-tree-rows.ts'
import { openDialog } from '#web/navigation/dialogs.ts'
import { CsvItem, type CsvTable } from '#web/list-kit/csv-button.tsx'
import { useUrlFilters } from '#web/list-kit/use-url-filters.ts'
import { ListFilters, ListMenu } from '#web/list-kit/list-tools.tsx'
import { SearchFilter } from '#web/list-kit/view-parts.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { TogglePill } from '#web/ui/controls/filter-pill.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { focusMain } from '#web/ui/layout/focus-main.ts'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { MenuItem } from '#web/ui/overlays/dropdown-menu.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { CategoryCells, ProductCells } from './inventory-row.tsx'
import { forgetAdded, useJustAdded } from './just-added.ts'
import { ProductCount } from './stock-counts.tsx'
import { InventoryTable } from './inventory-table.tsx'
import { TreeGrid } from './tree-grid.tsx'
import { type HierarchyState, useInventory } from './use-inventory.ts'
import { useOpenCategories } from './categories/use-open-categories.ts'
import { productToDetails, type ProductWords, useProductTexts, useProductWords } from './use-product-words.ts'
import { valuesToSearch } from '#web/list-kit/list-filters.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './inventory-texts.ts'

const key = 'mainspring-inventory-view'

const readIsTable = (): boolean => {
  try {
    return localStorage.getItem(key) === 'table'
  } catch {
    return false
  }
}

/** Whether the inventory is shown as a table, remembered on this device. */
function useStockView(): [isTable: boolean, setIsTable: (isTable: boolean) => void] {
  const [isTable, setIsTable] = useState(readIsTable)
  const choose = (next: boolean): void => {
    setIsTable(next)
    try {
      localStorage.setItem(key, next ? 'table' : 'tree')
    } catch {
      // Without storage it lasts until the page closes.
    }
  }
  return [isTable, choose]
}

/** `page` is required by the list address, but the tree has only one. */
type InventoryFilters = TreeFilter & { showArchived: boolean; page: number }

const noInventoryFilters = { search: '', lowStockOnly: false } as const

const inventoryFiltersCodec = {
  read: (params: URLSearchParams): InventoryFilters => ({
    search: params.get('q') ?? '',
    lowStockOnly: params.get('stock') === 'low',
    showArchived: params.get('archived') === 'shown',
    page: 1,
  }),
  write: ({ search, lowStockOnly, showArchived }: InventoryFilters): string =>
    valuesToSearch({ q: search, stock: lowStockOnly ? 'low' : null, archived: showArchived ? 'shown' : null }),
}

const manageCategories = (): void => openDialog({ kind: 'categories' })

/** Categories and products of the shop, from this device. */
export function InventoryView({ shopId }: { shopId: string }) {
  const [filters, changeFilters] = useUrlFilters(inventoryFiltersCodec)
  const { state, tree, nodeById, products, archivedCount } = useInventory(shopId, filters)
  const lowStockCount = useMemo(() => products.filter(isLowStock).length, [products])
  const isFiltering = isFilteringTree(filters)
  const [isTable, setIsTable] = useStockView()
  // Keeps typing responsive with a tree of thousands of rows.
  const search = useDeferredValue(filters.search)
  const words = useProductWords(shopId)
  const toText = useProductTexts(words)
  const shownTree = useMemo(() => filterTree(tree, { search, lowStockOnly: filters.lowStockOnly }, toText), [tree, search, filters.lowStockOnly, toText])
  const keptTree = useKeptTree(tree, shownTree, `${shopId}/${filters.search}/${filters.lowStockOnly}`)
  const open = useOpenCategories({
    treeKey: shopId,
    categoryIds: nodeById,
    rowCount: nodeById.size + products.length,
    filterKey: isFiltering ? `${search}/${filters.lowStockOnly}` : undefined,
  })
  const clear = (): void => {
    changeFilters(noInventoryFilters)
    focusMain()
  }
  return (
    <section aria-label={t.title()} className="flex min-h-full flex-col sm:h-full">
      <PageHeader
        title={t.title()}
        aside={
          <span className="max-sm:hidden">
            <ProductCount count={products.length} />
          </span>
        }
        actions={
          <Button className="max-sm:px-3" onClick={manageCategories}>
            <FolderTree aria-hidden="true" />
            {t.manage()}
          </Button>
        }
        filters={
          <>
            <SearchFilter label={t.searchLabel()} placeholder={t.searchHint()} value={filters.search} onChange={changeFilters} />
            <ListFilters activeCount={[filters.lowStockOnly, filters.showArchived].filter(Boolean).length} onClear={isFiltering ? clear : undefined}>
              <TogglePill isOn={filters.lowStockOnly} onChange={(lowStockOnly) => changeFilters({ lowStockOnly })}>
                {t.lowStock()}
                <ProductCount count={lowStockCount} tone="warn" isShort />
              </TogglePill>
              {(archivedCount > 0 || filters.showArchived) && (
                <TogglePill isOn={filters.showArchived} onChange={(showArchived) => changeFilters({ showArchived })}>
                  {t.showArchived()}
                </TogglePill>
              )}
            </ListFilters>
            <span className="ml-auto flex shrink-0">
              {!isTable && (
                <IconButton
                  label={open.isAnyOpen ? t.collapseAll() : t.expandAll()}
                  icon={open.isAnyOpen ? <ChevronsDownUp aria-hidden="true" /> : <ChevronsUpDown aria-hidden="true" />}
                  onClick={() => open.setAll(!open.isAnyOpen)}
                />
              )}
              <IconButton
                label={isTable ? t.asTree() : t.asTable()}
                icon={isTable ? <FolderTree aria-hidden="true" /> : <Table2 aria-hidden="true" />}
                onClick={() => setIsTable(!isTable)}
              />
              <ListMenu>
                <MenuItem icon={<Truck aria-hidden="true" />} onSelect={() => openDialog({ kind: 'suppliers' })}>
                  {t.suppliers()}
                </MenuItem>
                <MenuItem icon={<ShoppingCart aria-hidden="true" />} onSelect={() => openDialog({ kind: 'to-order' })}>
                  {t.toOrder()}
                </MenuItem>
                <MenuItem icon={<PackageCheck aria-hidden="true" />} onSelect={() => openDialog({ kind: 'purchases' })}>
                  {t.purchases()}
                </MenuItem>
                <MenuItem icon={<ClipboardCheck aria-hidden="true" />} onSelect={() => openDialog({ kind: 'stock-take' })}>
                  {t.stockTake()}
                </MenuItem>
                <CsvItem shopId={shopId} what={t.title()} read={() => toProductsTable(keptTree, words)} />
              </ListMenu>
            </span>
          </>
        }
      />
      <div className="min-h-0 flex-1 overflow-auto border-t border-line">
        {state === 'ready' && keptTree.length > 0 ? (
          isTable ? (
            <InventoryTable words={words} tree={keptTree} empty={<EmptyState icon={<PackageSearch />} title={t.noProducts()} />} />
          ) : (
            <InventoryTree words={words} tree={keptTree} open={open} isFiltering={isFiltering} />
          )
        ) : (
          <NothingShown state={state} isFiltering={isFiltering} onClear={clear} />
        )}
      </div>
    </section>
  )
}

/** The filter's matches plus products added since it was set. */
function useKeptTree(tree: readonly CategoryNode<Product>[], shownTree: readonly CategoryNode<Product>[], filterKey: string): readonly CategoryNode<Product>[] {
  const added = useJustAdded(({ ids }) => ids)
  useEffect(forgetAdded, [filterKey])
  return useMemo(() => (added.size === 0 || tree === shownTree ? shownTree : keepInTree(tree, shownTree, added)), [tree, shownTree, added])
}

type InventoryTreeProps = { words: ProductWords; tree: readonly CategoryNode<Product>[]; open: ReturnType<typeof useOpenCategories>; isFiltering: boolean }

function InventoryTree({ words, tree, open, isFiltering }: InventoryTreeProps) {
  const isNarrow = useMediaQuery('(max-width: 639px)')
  const rows = treeToRows(tree, open.isOpen)
  return (
    <TreeGrid
      label={t.title()}
      rows={rows}
      rowHeightPx={isNarrow ? 60 : 48}
      onToggle={open.toggle}
      onOpen={(row) => (row.kind === 'category' ? open.toggle(row.id) : openDialog({ kind: 'product-edit', productId: row.id }))}
    >
      {(row, isActive) =>
        row.kind === 'category' ? (
          <CategoryCells row={row} isActive={isActive} />
        ) : (
          <ProductCells product={row.product} details={productToDetails(row.product, words)} isFiltering={isFiltering} />
        )
      }
    </TreeGrid>
  )
}

function NothingShown({ state, isFiltering, onClear }: { state: HierarchyState; isFiltering: boolean; onClear: () => void }): ReactNode {
  if (state === 'loading') return <LoadingHierarchy />
  if (state === 'missing') return <EmptyState icon={<PackageSearch />} title={t.notHere()} text={t.notHereText()} />
  if (isFiltering) return <EmptyState icon={<PackageSearch />} title={t.noneMatch()} action={<Button onClick={onClear}>{t.clearFilters()}</Button>} />
  return (
    <EmptyState
      icon={<FolderTree />}
      title={t.noHierarchy()}
      text={t.noHierarchyText()}
      action={
        <Button variant="primary" onClick={manageCategories}>
          {t.addFirst()}
        </Button>
      }
    />
  )
}

const skeletonWidths = ['w-1/3', 'w-1/2', 'w-2/5', 'w-1/4', 'w-1/2', 'w-1/3']

function LoadingHierarchy() {
  return (
    <div aria-busy="true">
      <p role="status" className="px-4 py-3 text-muted">
        {t.loading()}
      </p>
      {skeletonWidths.map((width, index) => (
        <div key={index} className="flex h-12 items-center border-b border-line px-4">
          <Skeleton className={width} />
        </div>
      ))}
    </div>
  )
}

/** All products of the tree, collapsed or not, with their category paths; prices are amounts, counts integers. */
export const toProductsTable = (tree: readonly CategoryNode<Product>[], { nameById }: Pick<ProductWords, 'nameById'>): CsvTable => ({
  header: [
    'Category',
    'Name',
    'SKU',
    'Condition',
    'Type',
    'Color',
    'Supplier',
    'Inventory count',
    'Reorder point',
    'Cost price',
    'Sale price',
    'Archived',
    'Barcode',
    'Supplier SKU',
    'Location',
  ],
  rows: tree.flatMap((node) => toRows(node, [], nameById)),
})

function toRows({ name, children, products }: CategoryNode<Product>, above: readonly string[], nameById: ReadonlyMap<string, string>): CsvTable['rows'] {
  const path = [...above, name]
  const nameOf = (id: string | null): string => (id === null ? '' : (nameById.get(id) ?? ''))
  const own = products.map((product) => [
    path.join(' > '),
    product.name,
    product.sku,
    nameOf(product.conditionId),
    nameOf(product.typeId),
    nameOf(product.colorId),
    nameOf(product.supplierId),
    BigInt(product.inventoryCount),
    BigInt(product.reorderPoint),
    product.costPrice,
    product.salePrice,
    product.archived ? common.yes() : '',
    product.barcode,
    product.supplierSku,
    product.location,
  ])
  return [...own, ...children.flatMap((child) => toRows(child, path, nameById))]
}
