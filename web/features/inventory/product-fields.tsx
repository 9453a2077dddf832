import type { UseFormReturn } from 'react-hook-form'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Select, type SelectOption } from '#web/ui/controls/select.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import type { ProductWords } from './use-product-words.ts'
import { type ProductForm, productForm } from './product-form.ts'

const labels = productForm.inputLabels

type ProductFieldsProps = {
  form: UseFormReturn<ProductForm>
  words: ProductWords
  /** True only in the edit dialog. */ withSku: boolean
  /** Undefined when the form does not ask for a category. */ categories?: readonly SelectOption[] | undefined
}

export function ProductFields({ form, words, withSku, categories }: ProductFieldsProps) {
  const { errors } = form.formState
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={labels.name} required error={errors.name?.message} className="sm:col-span-2">
        <TextField autoComplete="off" {...form.register('name')} />
      </Field>
      {withSku && (
        <Field label={labels.sku} error={errors.sku?.message} className="sm:col-span-2">
          <TextField autoComplete="off" autoCapitalize="none" spellCheck={false} {...form.register('sku')} />
        </Field>
      )}
      {categories !== undefined && <CategoryField form={form} categories={categories} />}
      <ChoiceField form={form} name="supplierId" options={words.suppliers} />
      <ChoiceField form={form} name="conditionId" options={words.conditions} />
      <ChoiceField form={form} name="typeId" options={words.types} />
      <ChoiceField form={form} name="colorId" options={words.colors} />
      <NumberField form={form} name="inventoryCount" step="1" />
      <NumberField form={form} name="reorderPoint" step="1" />
      <NumberField form={form} name="costPrice" step="0.01" />
      <NumberField form={form} name="salePrice" step="0.01" />
      <Field label={labels.description} error={errors.description?.message} className="sm:col-span-2">
        <TextArea rows={3} {...form.register('description')} />
      </Field>
    </div>
  )
}

function CategoryField({ form, categories }: { form: UseFormReturn<ProductForm>; categories: readonly SelectOption[] }) {
  const name = 'categoryHierarchyId'
  const chosen = form.watch(name)
  const isKnown = chosen === '' || categories.some(({ value }) => value === chosen)
  return (
    <Field label={labels[name]} required error={form.formState.errors[name]?.message} className="sm:col-span-2">
      <Select
        name={name}
        placeholder="Choose a category"
        options={isKnown ? categories : [{ value: chosen, label: 'Deleted category', disabled: true }, ...categories]}
        value={chosen}
        onChange={(event) => form.setValue(name, event.target.value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })}
      />
    </Field>
  )
}

type ChoiceName = 'supplierId' | 'conditionId' | 'typeId' | 'colorId'
type ChoiceFieldProps = { form: UseFormReturn<ProductForm>; name: ChoiceName; options: readonly SelectOption[] }

function ChoiceField({ form, name, options }: ChoiceFieldProps) {
  const chosen = form.watch(name)
  // An unknown or not yet loaded value gets an option of its own.
  const isKnown = chosen === '' || options.some(({ value }) => value === chosen)
  return (
    <Field label={labels[name]} error={form.formState.errors[name]?.message}>
      <Select
        placeholder="None"
        options={isKnown ? options : [...options, { value: chosen, label: 'Unknown' }]}
        value={chosen}
        onChange={(event) => form.setValue(name, event.target.value, { shouldDirty: true })}
      />
    </Field>
  )
}

const numberNames = ['inventoryCount', 'reorderPoint', 'costPrice', 'salePrice'] as const
type NumberName = (typeof numberNames)[number]

function NumberField({ form, name, step }: { form: UseFormReturn<ProductForm>; name: NumberName; step: string }) {
  const isPrice = step !== '1'
  const { currencySign } = useShopFormat()
  return (
    <Field label={labels[name]} error={form.formState.errors[name]?.message}>
      <TextField
        numeric
        type="number"
        min="0"
        step={step}
        inputMode={isPrice ? 'decimal' : 'numeric'}
        data-quantity={isPrice ? undefined : ''}
        autoComplete="off"
        lead={isPrice ? currencySign : undefined}
        // Otherwise scrolling the dialog over the focused input changes the number.
        onWheel={(event) => event.currentTarget.blur()}
        {...form.register(name)}
      />
    </Field>
  )
}

/** A number input returns '' for invalid text such as '1-', which must not be read as empty. Returns true if there was any. */
export function reportUnreadable(form: UseFormReturn<ProductForm>, element: HTMLFormElement): boolean {
  const bad = numberNames.find((name) => {
    const input = element.elements.namedItem(name)
    return input instanceof HTMLInputElement && input.validity.badInput
  })
  if (bad === undefined) return false
  form.setError(bad, { message: productForm.problemOf(bad, '?') ?? '' }, { shouldFocus: true })
  return true
}
