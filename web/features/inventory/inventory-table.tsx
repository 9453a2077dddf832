import { Archive } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { Product } from '#schema/collections/stock/products.ts'
import type { CategoryNode } from '#schema/rules/inventory/category-tree.ts'
import { isLowStock } from '#schema/rules/inventory/category-tree-rows.ts'
import { useIsUnsent } from '#web/device/react/use-device.ts'
import { MoneyText } from '#web/inputs/money-text.tsx'
import { listPageSize as pageSize } from '#web/list-kit/page-size.ts'
import { UnsentMark } from '#web/list-kit/unsent-mark.tsx'
import { openDialog } from '#web/navigation/dialogs.ts'
import { cn } from '#web/ui/cn.ts'
import { Chip } from '#web/ui/layout/badge.tsx'
import { DataTable } from '#web/ui/tables/data-table.tsx'
import { readPageRange } from '#web/ui/tables/page-range.ts'
import { Pagination } from '#web/ui/tables/pagination.tsx'
import type { Column, TableSort } from '#web/ui/tables/table-model.ts'
import type { ProductWords } from './use-product-words.ts'
import { t } from './inventory-texts.ts'

export type ProductTableRow = { product: Product; path: string; supplier: string }

type InventoryTableProps = { tree: readonly CategoryNode<Product>[]; words: ProductWords; empty: ReactNode }

/** The products of the tree as one sortable list. */
export function InventoryTable({ tree, words, empty }: InventoryTableProps) {
  const [sort, setSort] = useState<TableSort>(null)
  const [wantedPage, setWantedPage] = useState(1)
  const rows = useMemo(() => sortProducts(listProducts(tree, words), sort), [tree, words, sort])
  const { page } = readPageRange(wantedPage, pageSize, rows.length)
  return (
    <div className="flex h-full flex-col [--stock-price:7rem] [--stock-sku:9rem] [--stock-supplier:22%] max-lg:[--stock-price:5.5rem] max-lg:[--stock-sku:7rem] max-lg:[--stock-supplier:8rem]">
      <DataTable
        label={t.list()}
        className="flex-1"
        cardsBelow={900}
        columns={columns}
        rows={rows.slice((page - 1) * pageSize, page * pageSize)}
        rowKey={({ product }) => product.id}
        onOpen={({ product }) => openDialog({ kind: 'product-edit', productId: product.id })}
        sort={sort}
        onSort={(next) => {
          setSort(next)
          setWantedPage(1)
        }}
        totalRows={rows.length}
        firstRowIndex={(page - 1) * pageSize}
        empty={empty}
      />
      {rows.length > pageSize && (
        <Pagination page={page} pageSize={pageSize} total={rows.length} onPageChange={setWantedPage} className="border-t border-line" />
      )}
    </div>
  )
}

export function listProducts(
  tree: readonly CategoryNode<Product>[],
  { nameById }: Pick<ProductWords, 'nameById'>,
  above: readonly string[] = [],
): ProductTableRow[] {
  return tree.flatMap(({ name, children, products }) => {
    const path = [...above, name]
    const own = products.map((product) => ({
      product,
      path: path.join(' > '),
      supplier: product.supplierId === null ? '' : (nameById.get(product.supplierId) ?? ''),
    }))
    return [...own, ...listProducts(children, { nameById }, path)]
  })
}

const valueByColumn: Readonly<Record<string, (row: ProductTableRow) => string | number | null>> = {
  name: ({ product }) => product.name,
  sku: ({ product }) => product.sku,
  stock: ({ product }) => product.inventoryCount,
  reorder: ({ product }) => product.reorderPoint,
  cost: ({ product }) => product.costPrice,
  price: ({ product }) => product.salePrice,
  supplier: ({ supplier }) => supplier,
}

/** Empty values come last, whichever way is sorted. */
export function sortProducts(rows: readonly ProductTableRow[], sort: TableSort): readonly ProductTableRow[] {
  const read = sort === null ? undefined : valueByColumn[sort.by]
  if (sort === null || read === undefined) return rows
  const isEmpty = (value: string | number | null): boolean => value === null || value === ''
  const order = sort.isDown ? -1 : 1
  return rows
    .map((row) => ({ row, value: read(row) }))
    .toSorted(({ value: one }, { value: other }) => {
      if (isEmpty(one) || isEmpty(other)) return Number(isEmpty(one)) - Number(isEmpty(other))
      if (typeof one === 'number' && typeof other === 'number') return order * (one - other)
      return order * String(one).localeCompare(String(other), undefined, { numeric: true, sensitivity: 'base' })
    })
    .map(({ row }) => row)
}

const wrapping = 'whitespace-normal py-1.5'

const columns: readonly Column<ProductTableRow>[] = [
  { key: 'name', header: t.product(), sortBy: 'name', card: 'title', className: wrapping, cell: (row) => <ProductName {...row} /> },
  {
    key: 'sku',
    header: t.sku(),
    sortBy: 'sku',
    width: 'var(--stock-sku)',
    className: wrapping,
    cell: ({ product }) => product.sku !== null && <span className="line-clamp-2 wrap-anywhere">{product.sku}</span>,
  },
  { key: 'stock', header: t.stock(), sortBy: 'stock', width: '5.5rem', align: 'right', cell: ({ product }) => <Stock product={product} /> },
  { key: 'reorder', header: t.reorder(), sortBy: 'reorder', width: '6rem', align: 'right', cell: ({ product }) => product.reorderPoint },
  {
    key: 'cost',
    header: t.cost(),
    sortBy: 'cost',
    width: 'var(--stock-price)',
    align: 'right',
    cell: ({ product }) => <MoneyText amount={product.costPrice} />,
  },
  {
    key: 'price',
    header: t.price(),
    sortBy: 'price',
    width: 'var(--stock-price)',
    align: 'right',
    cell: ({ product }) => <MoneyText amount={product.salePrice} />,
  },
  {
    key: 'supplier',
    header: t.supplier(),
    sortBy: 'supplier',
    width: 'var(--stock-supplier)',
    className: wrapping,
    cell: ({ supplier }) => supplier !== '' && <span className="line-clamp-2 wrap-anywhere">{supplier}</span>,
  },
]

function ProductName({ product, path }: ProductTableRow) {
  const isUnsent = useIsUnsent('products', product.id)
  return (
    <span className="flex items-center gap-2">
      <span className="min-w-0 flex-1">
        <span className={cn('line-clamp-2 wrap-anywhere', product.archived && 'text-muted')}>{product.name}</span>
        <span className="line-clamp-1 text-sm font-normal wrap-anywhere text-muted">{path}</span>
      </span>
      {product.archived && <Chip icon={<Archive aria-hidden="true" />}>{t.archived()}</Chip>}
      {isUnsent && <UnsentMark />}
    </span>
  )
}

function Stock({ product }: { product: Product }) {
  const isLow = isLowStock(product)
  return (
    <span className={cn(product.inventoryCount < 0 ? 'font-semibold text-danger-ink' : isLow && 'font-semibold text-warn-ink')}>
      {product.inventoryCount}
      {isLow && <span className="sr-only">{t.lowStockSpoken()}</span>}
    </span>
  )
}
