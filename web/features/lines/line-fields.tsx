import { type UseFormReturn, useWatch } from 'react-hook-form'
import { lineKinds } from '#schema/values/order-lines/line-kind.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { kindToText, type LineForm, lineForm, productToTyped, toTypedTotal } from './form.ts'
import { ProductPicker } from './product-picker.tsx'

const labels = lineForm.inputLabels
const kinds = lineKinds.map((kind) => ({ value: kind, label: kindToText[kind] ?? kind }))

/** The inputs of a line; a chosen product fills in its name and its prices. */
export function LineFields({ form, shopId }: { form: UseFormReturn<LineForm>; shopId: string }) {
  const { errors } = form.formState
  const { currencySign, money } = useShopFormat()
  const [kind, productId, quantity, unitPrice] = useWatch({ control: form.control, name: ['kind', 'productId', 'quantity', 'unitPrice'] })
  const total = toTypedTotal({ quantity, unitPrice })
  const fill = (values: Partial<LineForm>): void => {
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
    for (const [name, value] of Object.entries(values)) form.setValue(name as keyof LineForm, value, options)
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={labels.kind} error={errors.kind?.message} className="sm:col-span-2">
        <Select options={kinds} {...form.register('kind')} />
      </Field>
      {(kind === 'part' || productId !== '') && (
        <div className="flex flex-col gap-1 sm:col-span-2">
          <Field label={labels.productId} error={errors.productId?.message} hint="By name or SKU; what is not on the shelf needs none">
            <ProductPicker shopId={shopId} productId={productId} onChange={(product) => fill(productToTyped(product))} />
          </Field>
          {productId !== '' && <Checkbox label={labels.fromStock} hint="The count in Inventory goes down" {...form.register('fromStock')} />}
        </div>
      )}
      <Field label={labels.description} required error={errors.description?.message} className="sm:col-span-2">
        <TextField autoComplete="off" {...form.register('description')} />
      </Field>
      <Field label={labels.quantity} required error={errors.quantity?.message}>
        <TextField numeric inputMode="decimal" autoComplete="off" {...form.register('quantity')} />
      </Field>
      <Field label={labels.unitPrice} required error={errors.unitPrice?.message}>
        <TextField numeric inputMode="decimal" autoComplete="off" lead={currencySign} {...form.register('unitPrice')} />
      </Field>
      <Field label={labels.unitCost} error={errors.unitCost?.message} hint="What it costs the shop; on no paper for customers">
        <TextField numeric inputMode="decimal" autoComplete="off" lead={currencySign} {...form.register('unitCost')} />
      </Field>
      <p role="status" className="self-end pb-2 text-right text-lg font-semibold tabular-nums">
        {total === undefined ? '' : `Total ${money(total)}`}
      </p>
    </div>
  )
}
