import { ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Product } from '#schema/collections/stock/products.ts'
import { withoutArchived } from '#schema/rules/inventory/archived-products.ts'
import { categoriesToTree, type CategoryNode, type FoundProduct, foundProductToText, searchTree } from '#schema/rules/inventory/category-tree.ts'
import { useShopRows } from '#web/device/react/use-device.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { cn } from '#web/ui/cn.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { SearchField } from '#web/ui/controls/search-field.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { UnitCount } from './stock-counts.tsx'
import { useProductTexts, useProductWords } from './use-product-words.ts'
import { t } from './inventory-texts.ts'

/** Limit of listed products; another search word finds the rest. */
const listedProducts = 30

type InventoryLookupProps = {
  shopId: string
  /** Receives the category path and product name to append to the device details. */
  onChoose: (text: string) => void
}

/** Looks up part counts and prices by search or tree while an order is typed; it takes nothing from stock. */
export function InventoryLookup(props: InventoryLookupProps) {
  return (
    <Panel title={t.search()} isOpenAtFirst={false} className="border-t-0">
      <Lookup {...props} />
    </Panel>
  )
}

function Lookup({ shopId, onChoose }: InventoryLookupProps) {
  const categories = useShopRows('categories', shopId)
  const products = useShopRows('products', shopId)
  const toText = useProductTexts(useProductWords(shopId))
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState<string>()
  const tree = useMemo(
    () => (categories === undefined || products === undefined ? undefined : categoriesToTree(categories, withoutArchived(products))),
    [categories, products],
  )
  const found = useMemo(() => (tree === undefined || query.trim() === '' ? undefined : searchTree(tree, query, toText)), [tree, query, toText])
  const choose = (text: string): void => {
    onChoose(text)
    setChosen(text)
  }
  return (
    <div className="flex flex-col gap-2">
      <Field label={t.searchField()} labelHidden>
        <SearchField label={t.searchByCategory()} placeholder={t.searchHint()} value={query} onValueChange={setQuery} />
      </Field>
      {tree === undefined ? (
        <Skeleton className="my-2 w-2/3" />
      ) : tree.length === 0 ? (
        <p className="text-sm text-muted">{t.noHierarchy()}</p>
      ) : found === undefined ? (
        <ul aria-label={t.title()} className="max-h-72 overflow-y-auto">
          {tree.map((node) => (
            <TreeNode key={node.id} node={node} onChoose={choose} />
          ))}
        </ul>
      ) : (
        <FoundList found={found} onChoose={choose} />
      )}
      <p role="status" className="min-h-5 text-sm text-muted">
        {chosen === undefined ? '' : t.addedToDetails({ text: chosen })}
      </p>
    </div>
  )
}

function FoundList({ found, onChoose }: { found: readonly FoundProduct<Product>[]; onChoose: (text: string) => void }) {
  if (found.length === 0) return <p className="text-sm text-muted">{t.noneFound()}</p>
  return (
    <>
      <ul aria-label={t.found()} className="max-h-72 overflow-y-auto">
        {found.slice(0, listedProducts).map((one) => (
          <ProductLine key={one.product.id} found={one} withPath onChoose={onChoose} />
        ))}
      </ul>
      {found.length > listedProducts && <p className="text-sm text-muted">{t.more({ count: found.length - listedProducts })}</p>}
    </>
  )
}

function TreeNode({ node, onChoose }: { node: CategoryNode<Product>; onChoose: (text: string) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-11 w-full items-center gap-2 rounded-md text-left hover:bg-hover"
      >
        <ChevronRight aria-hidden="true" className={cn('size-5 shrink-0 text-muted transition-transform', isOpen && 'rotate-90')} />
        <span className="min-w-0 flex-1 truncate">{node.name}</span>
        {node.cumulativeInventoryCount > 0 && <UnitCount spoken={t.spoken.inStock()}>{String(node.cumulativeInventoryCount)}</UnitCount>}
      </button>
      {isOpen && (
        <ul className="ml-4 border-l border-line pl-1">
          {node.children.map((child) => (
            <TreeNode key={child.id} node={child} onChoose={onChoose} />
          ))}
          {node.products.map((product) => (
            <ProductLine key={product.id} found={{ product, path: node.path }} withPath={false} onChoose={onChoose} />
          ))}
          {node.children.length === 0 && node.products.length === 0 && <li className="py-2 pl-7 text-sm text-muted">{t.nothingHere()}</li>}
        </ul>
      )}
    </li>
  )
}

function ProductLine({ found, withPath, onChoose }: { found: FoundProduct<Product>; withPath: boolean; onChoose: (text: string) => void }) {
  const { path, product } = found
  const { money } = useShopFormat()
  return (
    <li>
      <button
        type="button"
        onClick={() => onChoose(foundProductToText(found))}
        className="flex min-h-11 w-full items-center gap-3 rounded-md px-2 py-1 text-left hover:bg-hover"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate">{product.name}</span>
          {withPath && <span className="block truncate text-sm text-muted">{path.join(' / ')}</span>}
        </span>
        <span className={cn('shrink-0 text-sm tabular-nums', product.inventoryCount <= 0 && 'text-danger-ink')}>
          {t.inStock({ count: product.inventoryCount })}
        </span>
        <span className="w-20 shrink-0 text-right text-sm text-muted tabular-nums">{product.salePrice === null ? '' : money(product.salePrice)}</span>
      </button>
    </li>
  )
}
