import { Archive, ChevronRight, FolderPen, Plus } from 'lucide-react'
import type { Product } from '#schema/collections/stock/products.ts'
import { noCategoryId } from '#schema/rules/inventory/archived-products.ts'
import { type CategoryRow, isLowStock } from '#schema/rules/inventory/category-tree-rows.ts'
import { openDialog } from '#web/navigation/dialogs.ts'
import { useIsUnsent } from '#web/device/react/use-device.ts'
import { MoneyText } from '#web/inputs/money-text.tsx'
import { UnsentMark } from '#web/list-kit/unsent-mark.tsx'
import { Chip } from '#web/ui/layout/badge.tsx'
import { cn } from '#web/ui/cn.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { useJustAdded } from './just-added.ts'
import { UnitCount } from './stock-counts.tsx'
import { t } from './inventory-texts.ts'

/** The expand arrow, or a gap of the same width for an empty row. */
export function Twisty({ isEmpty, isOpen }: { isEmpty: boolean; isOpen: boolean }) {
  return <ChevronRight aria-hidden="true" className={cn('size-5 shrink-0 text-muted transition-transform', isOpen && 'rotate-90', isEmpty && 'opacity-0')} />
}

type CategoryCellsProps = { row: CategoryRow<Product>; isActive: boolean }

export function CategoryCells({ row: { id, node, isEmpty, isOpen }, isActive }: CategoryCellsProps) {
  const isUnsent = useIsUnsent('categories', id)
  const tabIndex = isActive ? 0 : -1
  const isCategory = id !== noCategoryId
  return (
    <>
      <div role="gridcell" className="flex min-w-0 flex-1 items-center gap-2">
        <Twisty isEmpty={isEmpty} isOpen={isOpen} />
        <span className="flex min-w-0 flex-1 items-center gap-2 max-sm:flex-col max-sm:items-start max-sm:gap-0.5">
          <span title={node.name} className="max-w-full truncate font-semibold">
            {node.name}
          </span>
          <span className="flex shrink-0 items-center gap-1.5 tabular-nums">
            {node.hasDirectProducts && (
              <UnitCount spoken={t.spoken.here()} title={t.stockHere()}>
                {String(node.directInventoryCount)}
              </UnitCount>
            )}
            {isCategory && (
              <UnitCount spoken={t.spoken.below()} title={t.stockBelow()} className="bg-transparent px-1">
                {t.total({ count: node.cumulativeInventoryCount })}
              </UnitCount>
            )}
            {isUnsent && <UnsentMark />}
          </span>
        </span>
      </div>
      {isCategory && (
        <div role="gridcell" className="flex shrink-0">
          <IconButton
            tabIndex={tabIndex}
            label={t.editCategory({ name: node.name })}
            icon={<FolderPen aria-hidden="true" />}
            onClick={() => openDialog({ kind: 'category-edit', categoryId: id })}
          />
          <IconButton
            tabIndex={tabIndex}
            label={t.addTo({ name: node.name })}
            icon={<Plus aria-hidden="true" />}
            onClick={() => openDialog({ kind: 'product-add', categoryId: id })}
          />
        </div>
      )}
    </>
  )
}

type ProductCellsProps = {
  product: Product
  /** Supplier, condition, type and colour, where known. */ details: string
  /** An active filter may not match the row. */ isFiltering: boolean
}

export function ProductCells({ product, details, isFiltering }: ProductCellsProps) {
  const isJustAdded = useJustAdded(({ ids }) => isFiltering && ids.has(product.id))
  const isUnsent = useIsUnsent('products', product.id)
  const isLow = isLowStock(product)
  return (
    <>
      <div role="gridcell" className="flex min-w-0 flex-1 items-center gap-2 pl-7">
        <span className="min-w-0 max-sm:flex-1">
          <span
            title={product.name}
            className={cn('block truncate max-sm:line-clamp-2 max-sm:leading-tight max-sm:whitespace-normal', product.archived && 'text-muted')}
          >
            {product.name}
          </span>
          {details !== '' && <span className="block truncate text-sm text-muted">{details}</span>}
        </span>
        {isUnsent && <UnsentMark />}
      </div>
      <div role="gridcell" className="flex shrink-0 items-center gap-3 max-sm:flex-col-reverse max-sm:items-end max-sm:gap-0.5">
        {isJustAdded && <Chip tone="accent">{t.justAdded()}</Chip>}
        {product.archived && <Chip icon={<Archive aria-hidden="true" />}>{t.archived()}</Chip>}
        {isLow && (
          <Chip tone="warn" className={isJustAdded ? 'max-sm:hidden' : undefined}>
            {t.lowStock()}
          </Chip>
        )}
        {product.inventoryCount < 0 ? (
          <span className="text-right font-semibold whitespace-nowrap text-danger-ink tabular-nums sm:min-w-24">
            {t.countIt({ count: product.inventoryCount })}
          </span>
        ) : (
          <span className={cn('text-right whitespace-nowrap tabular-nums sm:min-w-24', isLow && 'text-warn-ink')}>
            {t.inStock({ count: product.inventoryCount })}
          </span>
        )}
      </div>
      <div role="gridcell" className="w-22 shrink-0 pr-2 text-right tabular-nums">
        <MoneyText amount={product.salePrice} />
      </div>
    </>
  )
}
