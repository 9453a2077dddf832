import { useMemo } from 'react'
import type { Product } from '#schema/collections/stock/products.ts'
import { rateToText } from '#schema/values/taxes/tax-rate.ts'
import { foldText } from '#schema/values/customer-match.ts'
import { useBootstrap, useShopRows } from '#web/device/react/use-device.ts'
import { productWordToText } from '#web/language/set-names-texts.ts'
import type { SelectOption } from '#web/ui/controls/select.tsx'

type NamedById = ReadonlyMap<string, string>

export type ProductWords = {
  nameById: NamedById
  suppliers: readonly SelectOption[]
  conditions: readonly SelectOption[]
  types: readonly SelectOption[]
  colors: readonly SelectOption[]
  rates: readonly SelectOption[]
}

const byLabel = (a: SelectOption, b: SelectOption): number => a.label.localeCompare(b.label)

export function useProductWords(shopId: string): ProductWords {
  const suppliers = useShopRows('suppliers', shopId)
  const rates = useShopRows('tax_rates', shopId)
  const bootstrap = useBootstrap()
  return useMemo(() => {
    const words = {
      suppliers: (suppliers ?? []).map(({ id, supplierName }) => ({ value: id, label: supplierName })).toSorted(byLabel),
      conditions: (bootstrap?.productConditions ?? []).map(({ id, conditionName }) => ({ value: id, label: productWordToText(conditionName) })),
      types: (bootstrap?.productTypes ?? []).map(({ id, typeName }) => ({ value: id, label: productWordToText(typeName) })),
      colors: (bootstrap?.productColors ?? []).map(({ id, colorName }) => ({ value: id, label: productWordToText(colorName) })),
      rates: (rates ?? []).map((rate) => ({ value: rate.id, label: rateToText(rate), disabled: rate.archived })),
    }
    return { ...words, nameById: new Map(Object.values(words).flatMap((options) => options.map(({ value, label }) => [value, label] as const))) }
  }, [suppliers, rates, bootstrap])
}

/** 'SCR-12 · used · red · Parts Ltd'. */
export function productToDetails({ sku, location, conditionId, typeId, colorId, supplierId }: Product, { nameById }: ProductWords): string {
  return [sku, ...[conditionId, typeId, colorId, supplierId].map((id) => (id === null ? null : nameById.get(id))), location]
    .filter((word) => word != null)
    .join(' · ')
}

/** The searchable text of a product's row, cached per product instead of computed per key. */
export function useProductTexts(words: ProductWords): (product: Product) => string {
  return useMemo(() => {
    const textByProduct = new WeakMap<Product, string>()
    return (product) => {
      const known = textByProduct.get(product)
      if (known !== undefined) return known
      const text = foldText(`${product.name}\n${productToDetails(product, words)}\n${product.barcode ?? ''}\n${product.supplierSku ?? ''}`)
      textByProduct.set(product, text)
      return text
    }
  }, [words])
}
