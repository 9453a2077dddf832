import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { Service } from '#schema/collections/stock/services.ts'
import { assetKinds } from '#schema/values/assets/asset-title.ts'
import { rateToText } from '#schema/values/taxes/tax-rate.ts'
import { useShopRows } from '#web/device/react/use-device.ts'
import { ProductPicker } from '#web/features/lines/line-dialog.tsx'
import type { FormDialogRequest } from '#web/forms/form-opening.ts'
import { RowDialog } from '#web/forms/row-dialog.tsx'
import { useShopTaxMode } from '#web/inputs/shop-format.tsx'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { newServiceForm, type ServiceForm, serviceForm } from './form.ts'
import { t } from './services-texts.ts'
import { deviceKindToText } from '#web/language/set-names-texts.ts'

type ServiceDialogProps = FormDialogRequest & {
  /** Undefined for a new service. */
  serviceId?: string | undefined
  /** A new one begins with its device. */
  before?: Service | undefined
  onAdded?: ((id: string) => void) | undefined
}

/** Adds or edits a repair of the price list. */
export function ServiceDialog({ serviceId, before, onAdded, ...request }: ServiceDialogProps) {
  const formKey = serviceId === undefined ? `service-add/${request.shopId}` : `service-edit/${serviceId}`
  return (
    <RowDialog
      request={request}
      formKey={formKey}
      collection="services"
      rowId={serviceId}
      definition={serviceForm}
      texts={t}
      makeEmpty={() => newServiceForm(before)}
      toWords={toWords}
      onAdded={onAdded}
    >
      {(form) => <ServiceFields form={form} shopId={request.shopId} />}
    </RowDialog>
  )
}

const kinds = [{ value: '', label: t.anyDevice() }, ...assetKinds.map((kind) => ({ value: kind as string, label: deviceKindToText(kind) }))]

function toWords(form: ServiceForm, field: keyof ServiceForm): string {
  const typed = form[field]
  if (typeof typed === 'boolean') return typed ? t.yes() : t.no()
  if (field === 'kind') return kinds.find(({ value }) => value === typed)?.label ?? typed
  return field === 'productId' || field === 'taxRateId' ? (typed === '' ? t.noChoice() : t.otherChoice()) : typed
}

const labels = serviceForm.inputLabels

function ServiceFields({ form, shopId }: { form: UseFormReturn<ServiceForm>; shopId: string }) {
  const { errors } = form.formState
  const productId = useWatch({ control: form.control, name: 'productId' })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={labels.name} required error={errors.name?.message} hint={t.nameHint()} className="sm:col-span-2">
        <TextField autoComplete="off" {...form.register('name')} />
      </Field>
      <Field label={labels.brand} error={errors.brand?.message}>
        <TextField autoComplete="off" {...form.register('brand')} />
      </Field>
      <Field label={labels.model} error={errors.model?.message} hint={t.modelHint()}>
        <TextField autoComplete="off" {...form.register('model')} />
      </Field>
      <Field label={labels.kind} error={errors.kind?.message}>
        <Select options={kinds} {...form.register('kind')} />
      </Field>
      <Field label={labels.price} error={errors.price?.message} hint={t.priceHint()}>
        <TextField numeric inputMode="decimal" autoComplete="off" {...form.register('price')} />
      </Field>
      <Field label={labels.minutes} error={errors.minutes?.message} hint={t.minutesHint()}>
        <TextField numeric inputMode="numeric" autoComplete="off" {...form.register('minutes')} />
      </Field>
      <Field label={labels.warrantyDays} error={errors.warrantyDays?.message} hint={t.warrantyHint()}>
        <TextField numeric inputMode="numeric" autoComplete="off" {...form.register('warrantyDays')} />
      </Field>
      <Field label={labels.productId} error={errors.productId?.message} hint={t.partHint()} className="sm:col-span-2">
        <ProductPicker shopId={shopId} productId={productId} onChange={(product) => form.setValue('productId', product?.id ?? '', { shouldDirty: true })} />
      </Field>
      <RateField form={form} shopId={shopId} />
      <Checkbox label={labels.archived} hint={t.archivedHint()} {...form.register('archived')} />
    </div>
  )
}

function RateField({ form, shopId }: { form: UseFormReturn<ServiceForm>; shopId: string }) {
  const rates = useShopRows('tax_rates', shopId) ?? []
  const taxRateId = useWatch({ control: form.control, name: 'taxRateId' })
  if (useShopTaxMode() === 'none' && taxRateId === '') return null
  const offered = rates.filter(({ id, archived }) => !archived || id === taxRateId).map((rate) => ({ value: rate.id, label: rateToText(rate) }))
  return (
    <Field label={labels.taxRateId} error={form.formState.errors.taxRateId?.message} className="sm:col-span-2">
      <Select placeholder={t.usualRate()} options={offered} {...form.register('taxRateId')} />
    </Field>
  )
}
