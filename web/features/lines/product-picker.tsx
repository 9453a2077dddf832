import { useMemo, useState } from 'react'
import type { Product } from '#schema/collections/stock/products.ts'
import { findProducts } from '#schema/rules/inventory/find-products.ts'
import { useShopRows } from '#web/device/react/use-device.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { cn } from '#web/ui/cn.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Combobox } from '#web/ui/controls/combobox.tsx'

/** So many are offered; a further word finds the rest. */
const offeredProducts = 30

type ProductPickerProps = { shopId: string; productId: string; onChange: (product: Product | null) => void }

/** Finds a product by words of its name or its SKU, which a scanner types as well; from what this device holds. */
export function ProductPicker({ shopId, productId, onChange }: ProductPickerProps) {
  const products = useShopRows('products', shopId)
  const [query, setQuery] = useState('')
  const found = useMemo(() => findProducts(products ?? [], query, offeredProducts), [products, query])
  const chosen = useMemo(() => products?.find(({ id }) => id === productId) ?? null, [products, productId])
  // Who adds a part names it first, or scans it: the rest is filled in.
  const markFirst = (input: HTMLInputElement | null): void => {
    if (input !== null && productId === '') input.dataset['autofocus'] = ''
  }
  return (
    <div className="flex items-center gap-2">
      <Combobox
        inputRef={markFirst}
        items={found}
        selectedItem={chosen}
        onSelect={onChange}
        onQueryChange={setQuery}
        itemToString={({ name }) => name}
        itemKey={({ id }) => id}
        renderItem={(product) => <ProductItem product={product} />}
        emptyText={products === undefined ? 'Reading the inventory…' : 'No product has all of these words.'}
        placeholder="Name or SKU"
      />
      {productId !== '' && (
        <Button variant="ghost" onClick={() => onChange(null)}>
          No product
        </Button>
      )}
    </div>
  )
}

function ProductItem({ product: { name, sku, salePrice, inventoryCount } }: { product: Product }) {
  const { money } = useShopFormat()
  const facts = [sku, salePrice === null ? null : money(salePrice)].filter((text) => text !== null && text !== '')
  return (
    <>
      <span className="truncate">{name}</span>
      <span className="flex gap-3 text-sm text-muted">
        <span className="min-w-0 truncate">{facts.join(' · ')}</span>
        <span className={cn('ml-auto shrink-0 tabular-nums', inventoryCount <= 0 && 'text-danger-ink')}>{inventoryCount} in stock</span>
      </span>
    </>
  )
}
