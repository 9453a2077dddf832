import { useMemo } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { findCodeTwin } from '#schema/rules/inventory/product-codes.ts'
import { sumAmounts } from '#schema/values/money.ts'
import { amountToWholeTyped, readShopAmount } from '#web/inputs/shop-amounts.ts'
import { useShopFormat, useShopTaxMode } from '#web/inputs/shop-format.tsx'
import { useShopRows } from '#web/device/react/use-device.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { Select, type SelectOption } from '#web/ui/controls/select.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import type { ProductWords } from './use-product-words.ts'
import { type ProductForm, productForm } from './product-form.ts'
import { t } from './products-texts.ts'

const labels = productForm.inputLabels

type ProductFieldsProps = {
  form: UseFormReturn<ProductForm>
  words: ProductWords
  shopId: string
  /** Undefined for a new product. */ productId?: string | undefined
  /** True only in the edit dialog. */ withSku: boolean
  /** Undefined when the form does not ask for a category. */ categories?: readonly SelectOption[] | undefined
}

export function ProductFields({ form, words, shopId, productId, withSku, categories }: ProductFieldsProps) {
  const { errors } = form.formState
  const isTaxed = useShopTaxMode() !== 'none'
  return (
    <div className="grid grid-cols-2 gap-4 *:col-span-2 sm:grid-cols-4">
      <Field label={labels.name} required error={errors.name?.message} className="sm:col-span-4!">
        <TextField autoComplete="off" {...form.register('name')} />
      </Field>
      {withSku && (
        <Field label={labels.sku} error={errors.sku?.message} className="sm:col-span-4!">
          <TextField autoComplete="off" autoCapitalize="none" spellCheck={false} {...form.register('sku')} />
        </Field>
      )}
      {categories !== undefined && <CategoryField form={form} categories={categories} />}
      <ChoiceField form={form} name="supplierId" options={words.suppliers} />
      <ChoiceField form={form} name="conditionId" options={words.conditions} />
      <ChoiceField form={form} name="typeId" options={words.types} />
      <ChoiceField form={form} name="colorId" options={words.colors} />
      <CodeField form={form} name="barcode" />
      <CodeField form={form} name="supplierSku" />
      <CodeTwin form={form} shopId={shopId} productId={productId} />
      <Field label={labels.location} error={errors.location?.message} className={isTaxed ? undefined : 'sm:col-span-4!'}>
        <TextField autoComplete="off" {...form.register('location')} />
      </Field>
      <CountField form={form} name="inventoryCount" />
      <CountField form={form} name="reorderPoint" />
      <PriceField form={form} name="costPrice" />
      <PriceField form={form} name="salePrice" />
      {isTaxed && <ChoiceField form={form} name="taxRateId" placeholder={t.usualRate()} options={words.rates} />}
      <Field label={labels.description} error={errors.description?.message} className="sm:col-span-4!">
        <TextArea rows={3} {...form.register('description')} />
      </Field>
    </div>
  )
}

function CodeField({ form, name }: { form: UseFormReturn<ProductForm>; name: 'barcode' | 'supplierSku' }) {
  return (
    <Field label={labels[name]} error={form.formState.errors[name]?.message}>
      <TextField autoComplete="off" autoCapitalize="none" spellCheck={false} {...form.register(name)} />
    </Field>
  )
}

/** A scanner could mean either of two products with one code. */
function CodeTwin({ form, shopId, productId }: Pick<ProductFieldsProps, 'form' | 'shopId' | 'productId'>) {
  const products = useShopRows('products', shopId)
  const [sku, barcode, supplierSku] = form.watch(['sku', 'barcode', 'supplierSku'])
  const twin = useMemo(() => findCodeTwin(products ?? [], { id: productId, sku, barcode, supplierSku }), [products, productId, sku, barcode, supplierSku])
  if (twin === undefined) return null
  return (
    <p role="status" className="text-sm text-warn-ink sm:col-span-4!">
      {t.codeTwin({ name: twin.other.name, code: twin.code })}
    </p>
  )
}

function CategoryField({ form, categories }: { form: UseFormReturn<ProductForm>; categories: readonly SelectOption[] }) {
  const name = 'categoryHierarchyId'
  const chosen = form.watch(name)
  const isKnown = chosen === '' || categories.some(({ value }) => value === chosen)
  return (
    <Field label={labels[name]} required error={form.formState.errors[name]?.message} className="sm:col-span-4!">
      <Select
        name={name}
        placeholder={t.chooseCategory()}
        options={isKnown ? categories : [{ value: chosen, label: t.deletedCategory(), disabled: true }, ...categories]}
        value={chosen}
        onChange={(event) => form.setValue(name, event.target.value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })}
      />
    </Field>
  )
}

type ChoiceName = 'supplierId' | 'conditionId' | 'typeId' | 'colorId' | 'taxRateId'
type ChoiceFieldProps = { form: UseFormReturn<ProductForm>; name: ChoiceName; options: readonly SelectOption[]; placeholder?: string }

function ChoiceField({ form, name, options, placeholder = t.none() }: ChoiceFieldProps) {
  const chosen = form.watch(name)
  // An unknown or not yet loaded value gets an option of its own.
  const isKnown = chosen === '' || options.some(({ value }) => value === chosen)
  return (
    <Field label={labels[name]} error={form.formState.errors[name]?.message}>
      <Select
        placeholder={placeholder}
        options={isKnown ? options : [...options, { value: chosen, label: t.unknown() }]}
        value={chosen}
        onChange={(event) => form.setValue(name, event.target.value, { shouldDirty: true })}
      />
    </Field>
  )
}

const countNames = ['inventoryCount', 'reorderPoint'] as const
type CountName = (typeof countNames)[number]

const priceStep = 0.01

/** A price is typed as the shop writes it, so its input is a text; the arrow keys change it as they do a number's. */
function PriceField({ form, name }: { form: UseFormReturn<ProductForm>; name: 'costPrice' | 'salePrice' }) {
  const { currencySign, unitCents } = useShopFormat()
  const amount = readShopAmount(form.watch(name))
  const step = unitCents > 1 ? 1 : priceStep
  const stepBy = (by: number): void =>
    form.setValue(name, amountToWholeTyped(Math.max(0, sumAmounts([amount ?? 0, by]))), { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  return (
    <Field label={labels[name]} error={form.formState.errors[name]?.message} className="col-span-1!">
      <TextField
        numeric
        role="spinbutton"
        aria-valuenow={amount ?? undefined}
        step={step}
        inputMode="decimal"
        autoComplete="off"
        lead={currencySign}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
          event.preventDefault()
          stepBy(event.key === 'ArrowUp' ? step : -step)
        }}
        {...form.register(name)}
      />
    </Field>
  )
}

function CountField({ form, name }: { form: UseFormReturn<ProductForm>; name: CountName }) {
  return (
    <Field label={labels[name]} error={form.formState.errors[name]?.message} className="col-span-1!">
      <TextField
        numeric
        type="number"
        min="0"
        step="1"
        inputMode="numeric"
        data-quantity
        autoComplete="off"
        // Otherwise scrolling the dialog over the focused input changes the number.
        onWheel={(event) => event.currentTarget.blur()}
        {...form.register(name)}
      />
    </Field>
  )
}

/** A number input returns '' for invalid text such as '1-', which must not be read as empty. Returns true if there was any. */
export function reportUnreadable(form: UseFormReturn<ProductForm>, element: HTMLFormElement): boolean {
  const bad = countNames.find((name) => {
    const input = element.elements.namedItem(name)
    return input instanceof HTMLInputElement && input.validity.badInput
  })
  if (bad === undefined) return false
  form.setError(bad, { message: productForm.problemOf(bad, '?') ?? '' }, { shouldFocus: true })
  return true
}
