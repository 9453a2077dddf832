import { useMemo } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { ProductForm } from '../product-form.ts'
import type { SelectOption } from '#web/ui/controls/select.tsx'
import { useCategories } from '../use-inventory.ts'
import { t } from '../products-texts.ts'

export type CategoryChoice = {
  /** Category paths in tree order. */
  options: readonly SelectOption[]
  pathById: ReadonlyMap<string, string>
  /** True when all categories are loaded and this id is not among them. */
  isGone: (categoryId: string) => boolean
}

export function useCategoryChoice(shopId: string): CategoryChoice {
  const { state, nodeById } = useCategories(shopId)
  return useMemo(() => {
    const options = [...nodeById.values()].map(({ id, path }) => ({ value: id, label: path.join(' / ') }))
    return {
      options,
      pathById: new Map(options.map(({ value, label }) => [value, label])),
      isGone: (categoryId) => state === 'ready' && !nodeById.has(categoryId),
    }
  }, [state, nodeById])
}

/** Shows an error under the field and returns true if its category was deleted. */
export function reportGoneCategory(form: UseFormReturn<ProductForm>, { isGone }: CategoryChoice, categoryId: string): boolean {
  if (!isGone(categoryId)) return false
  form.setError('categoryHierarchyId', { message: t.categoryGone() })
  const select = document.querySelector<HTMLElement>('select[name="categoryHierarchyId"]')
  select?.focus({ preventScroll: true })
  // Centre it, so that its label and its error stay visible.
  select?.scrollIntoView({ block: 'center' })
  return true
}
