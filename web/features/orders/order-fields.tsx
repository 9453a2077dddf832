import type { ReactNode } from 'react'
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import { isFinishedStatus } from '#schema/values/order-status.ts'
import { InventoryLookup } from '#web/features/inventory/inventory-lookup.tsx'
import { DueField } from '#web/inputs/time/due-field.tsx'
import { EmployeeSelect } from '#web/inputs/employee-select.tsx'
import { StatusSelect } from '#web/inputs/status-select.tsx'
import { VoiceButton } from '#web/voice/voice-button.tsx'
import { cn } from '#web/ui/cn.ts'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { type OrderForm, orderForm } from './form.ts'
import { t } from './order-form-texts.ts'

type OrderFieldsProps = { form: UseFormReturn<OrderForm>; shopId: string; /** Of an open order: read more than written. */ isQuiet?: boolean }

const labels = orderForm.inputLabels

type SpokenField = 'itemDetails' | 'issueDescription' | 'additionalRequests' | 'orderNotes'

type DeviceFieldsProps = OrderFieldsProps & {
  /** Stands above the field Order Notes. */
  beforeNotes?: ReactNode
}

/** In an empty field that may stay empty; of an open order, where the box shows only when it is used. */
const addTexts = { additionalRequests: t.addRequests(), orderNotes: t.addNotes(), quotedCost: t.addQuote() }

export function DeviceFields({ form, shopId, isQuiet = false, beforeNotes }: DeviceFieldsProps) {
  const addText = (name: keyof typeof addTexts) => (isQuiet ? addTexts[name] : undefined)
  const { errors, isSubmitted } = form.formState
  const setText = (name: SpokenField, text: string): void => {
    form.setValue(name, text, { shouldDirty: true, shouldValidate: isSubmitted })
    // The textarea resizes on input events, which setting a value does not send.
    for (const element of document.getElementsByName(name)) element.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const voiceFor = (name: SpokenField) => <VoiceButton fieldName={labels[name]} readText={() => form.getValues(name)} onText={(text) => setText(name, text)} />
  const addProduct = (text: string): void => {
    const before = form.getValues('itemDetails').trimEnd()
    setText('itemDetails', before === '' ? text : `${before}\n${text}`)
  }
  return (
    <>
      <div className="flex flex-col gap-1">
        <Field label={labels.itemDetails} required error={errors.itemDetails?.message}>
          <TextArea rows={1} trail={voiceFor('itemDetails')} {...form.register('itemDetails')} />
        </Field>
        <InventoryLookup shopId={shopId} onChoose={addProduct} />
      </div>
      <Field label={labels.issueDescription} required error={errors.issueDescription?.message}>
        <TextArea rows={3} trail={voiceFor('issueDescription')} {...form.register('issueDescription')} />
      </Field>
      <Field label={labels.additionalRequests} error={errors.additionalRequests?.message}>
        <TextArea rows={1} trail={voiceFor('additionalRequests')} placeholder={addText('additionalRequests')} {...form.register('additionalRequests')} />
      </Field>
      {beforeNotes}
      <Field label={labels.orderNotes} error={errors.orderNotes?.message}>
        <TextArea rows={2} trail={voiceFor('orderNotes')} placeholder={addText('orderNotes')} {...form.register('orderNotes')} />
      </Field>
    </>
  )
}

export function WorkFields({ form, shopId, isQuiet = false }: OrderFieldsProps) {
  const { errors } = form.formState
  const [assignedId, statusId] = useWatch({ control: form.control, name: ['assignedEmployeeId', 'orderStatusId'] })
  return (
    <>
      <Field label={labels.orderStatusId} required error={errors.orderStatusId?.message}>
        <StatusSelect {...form.register('orderStatusId')} />
      </Field>
      <Field label={labels.assignedEmployeeId} error={errors.assignedEmployeeId?.message}>
        <EmployeeSelect shopId={shopId} assignedId={assignedId} {...form.register('assignedEmployeeId')} />
      </Field>
      <Controller
        control={form.control}
        name="dueTimestamp"
        render={({ field, fieldState }) => (
          <DueField value={field.value} onValueChange={field.onChange} error={fieldState.error?.message} isFinished={isFinishedStatus(statusId)} />
        )}
      />
      <Field label={labels.quotedCost} error={errors.quotedCost?.message}>
        <TextField inputMode="text" autoComplete="off" numeric placeholder={isQuiet ? addTexts.quotedCost : undefined} {...form.register('quotedCost')} />
      </Field>
      <div className={isQuiet ? 'flex flex-wrap gap-x-8' : 'flex flex-col'}>
        <Checkbox label={labels.priority} {...form.register('priority')} />
        <Checkbox label={labels.repeat} {...form.register('repeat')} />
      </div>
    </>
  )
}

/** The two columns of the order form, stacked on narrow screens. */
export function TwoColumns({ left, right, isQuiet = false }: { left: ReactNode; right: ReactNode; isQuiet?: boolean }) {
  const columnClass = cn('flex min-w-0 flex-col', isQuiet ? 'gap-1 max-md:gap-3' : 'gap-4')
  return (
    <div data-quiet={isQuiet || undefined} className="grid gap-x-8 gap-y-4 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className={columnClass}>{left}</div>
      <div className={columnClass}>{right}</div>
    </div>
  )
}
