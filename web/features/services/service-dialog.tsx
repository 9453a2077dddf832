import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { Service } from '#schema/collections/stock/services.ts'
import { assetKinds } from '#schema/values/assets/asset-title.ts'
import { rateToText } from '#schema/values/taxes/tax-rate.ts'
import { useShopRows } from '#web/device/react/use-device.ts'
import { ProductPicker } from '#web/features/lines/line-dialog.tsx'
import { draftToText } from '#web/forms/drafts/draft-text.ts'
import { useFormWrite } from '#web/forms/drafts/refused-source.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { type FormDialogRequest, type FormOpening, useEditedRow, useFormOpening } from '#web/forms/form-opening.ts'
import { fieldToNews, typedToLines } from '#web/forms/news/form-words.ts'
import { MissingRow } from '#web/forms/news/missing-row.tsx'
import { RowNews } from '#web/forms/news/row-news.tsx'
import { useAddForm } from '#web/forms/use-add-form.ts'
import { useEditForm } from '#web/forms/use-edit-form.ts'
import { useShopTaxMode } from '#web/inputs/shop-format.tsx'
import { runAction } from '#web/navigation/notify.ts'
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
  const opening = useFormOpening(request, serviceId === undefined ? `service-add/${request.shopId}` : `service-edit/${serviceId}`)
  const edited = useEditedRow('services', serviceId ?? null)
  if (opening === undefined || edited.state === 'loading') return null
  if (serviceId === undefined) return <AddServiceForm opening={opening} before={before} onAdded={onAdded} />
  if (edited.first === undefined)
    return <MissingRow text={t.notFound()} typed={opening.draft && draftToText('services', opening.draft)} onClose={request.onClose} />
  return <EditServiceForm opening={opening} first={edited.first} row={edited.row} />
}

function AddServiceForm({ opening, before, onAdded }: { opening: FormOpening } & Pick<ServiceDialogProps, 'before' | 'onAdded'>) {
  const write = useFormWrite(opening)
  const { form, shell, submit } = useAddForm<ServiceForm>(opening, { definition: serviceForm, makeEmpty: () => newServiceForm(before) })
  const save = submit(async (typed) => {
    const outcome = await runAction({
      run: () => write([{ action: 'create', collection: 'services', id: opening.refused?.rowIds[0], values: serviceForm.toValues(typed) }]),
      success: t.added(),
      failure: t.addFailed(),
    })
    await shell.finish(outcome, ({ ids: [id = ''] }) => onAdded?.(id))
  })
  return (
    <FormDialog title={t.add()} size="md" shell={shell} onSubmit={() => void save()} submitText={t.add()}>
      <ServiceFields form={form} shopId={opening.shopId} />
    </FormDialog>
  )
}

function EditServiceForm({ opening, first, row }: { opening: FormOpening; first: Service; row: Service | undefined }) {
  const write = useFormWrite(opening)
  const { form, shell, edit, submit } = useEditForm(opening, { definition: serviceForm, first, row })
  const save = submit(async (typed) => {
    const values = serviceForm.toChanges(edit.openedForm, typed)
    const outcome = await runAction({
      run: () => write([{ action: 'update', collection: 'services', id: first.id, values, seen: edit.opened }]),
      success: t.updated(),
      failure: t.updateFailed(),
    })
    await shell.finish(outcome)
  })
  return (
    <FormDialog
      title={t.edit()}
      size="md"
      shell={shell}
      onSubmit={() => void save()}
      submitText={t.update()}
      cannotSubmit={row === undefined}
      news={
        <RowNews
          noun={t.noun()}
          row={{ collection: 'services', id: first.id }}
          edit={edit}
          changeToText={(stored, field) => fieldToNews(serviceForm, field, toWords(stored, field))}
          readText={() => typedToLines(serviceForm, (field) => toWords(form.getValues(), field))}
        />
      }
    >
      <ServiceFields form={form} shopId={opening.shopId} />
    </FormDialog>
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
