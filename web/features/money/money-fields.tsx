import { useEffect, useRef, useState } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { paymentMethods } from '#schema/values/payments/payment-kind.ts'
import { instantToLocalInput, localInputToInstant } from '#web/inputs/local-input.ts'
import { useShopFormat, useShopTaxMode } from '#web/inputs/shop-format.tsx'
import { DateField } from '#web/ui/controls/date-field.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Segments } from '#web/ui/controls/segments.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { type MoneyForm, moneyForms, type MoneyKind, typedAmountToAfterTax } from './form.ts'
import { methodToText } from '#web/language/payment-methods-texts.ts'
import { t } from './money-texts.ts'

const labels = moneyForms.payment.inputLabels

export const methodOptions = paymentMethods.map((value) => ({ value, label: methodToText(value) }))

const highlightMs = 1_500

export function MoneyFields({ form, kind }: { form: UseFormReturn<MoneyForm>; kind: MoneyKind }) {
  const { errors } = form.formState
  const { timeZone } = useShopFormat()
  const hasTaxChoice = useHasTaxChoice(kind)
  const [amountBefore, afterTax, refundOf] = useWatch({ control: form.control, name: ['amount', 'afterTax', 'refundOf'] })
  const isNamed = refundOf !== ''
  const { isHighlighted, highlight } = useHighlight()
  // True when the decimal point switched the tax choice, not the user.
  const wasSwitched = useRef(false)
  const amountInput = form.register('amount', {
    onChange: () => {
      const changed = typedAmountToAfterTax({ amountBefore, form: form.getValues(), wasSwitched: wasSwitched.current })
      if (changed === undefined) return
      wasSwitched.current = changed
      form.setValue('afterTax', changed, { shouldDirty: true })
      if (changed) highlight()
    },
  })
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Field label={labels.amount} required error={errors.amount?.message} className="w-32 max-sm:flex-1">
        <TextField inputMode="decimal" autoComplete="off" numeric autoFocus {...amountInput} />
      </Field>
      {hasTaxChoice && (
        <TaxChoice
          afterTax={afterTax}
          isHighlighted={isHighlighted}
          onChange={(value) => {
            wasSwitched.current = false
            form.setValue('afterTax', value, { shouldDirty: true })
          }}
        />
      )}
      {kind === 'payment' && (
        <Field label={labels.method} error={errors.method?.message} className="w-36 max-sm:flex-1">
          <Select options={methodOptions} placeholder={methodToText(null)} {...form.register('method')} />
        </Field>
      )}
      <Field label={isNamed ? t.reason() : labels.text} required={isNamed} error={errors.text?.message} className="min-w-40 flex-1">
        <TextField autoComplete="off" {...form.register('text')} />
      </Field>
      <Controller
        control={form.control}
        name="date"
        render={({ field }) => (
          <Field label={labels.date} className="w-60 max-sm:w-full" hint={field.value === '' ? t.dateHint() : undefined}>
            <DateField
              withTime
              value={instantToLocalInput(field.value, timeZone)}
              onChange={(event) => field.onChange(localInputToInstant(event.target.value, timeZone))}
            />
          </Field>
        )}
      />
    </div>
  )
}

/** Where the shop charges taxes, each payment is after tax; a cost still says it. */
export const useHasTaxChoice = (kind: MoneyKind): boolean => useShopTaxMode() === 'none' || kind === 'cost'

/** Whether the amount includes tax; highlighted briefly when a decimal point switched it. */
export function TaxChoice({
  afterTax,
  isHighlighted = false,
  onChange,
}: {
  afterTax: boolean
  isHighlighted?: boolean
  onChange: (afterTax: boolean) => void
}) {
  return (
    <div>
      <Segments
        legend={labels.afterTax}
        options={taxOptions}
        value={afterTax ? 'after' : 'before'}
        isHighlighted={isHighlighted}
        onChange={(value) => onChange(value === 'after')}
      />
      <span role="status" className="sr-only">
        {isHighlighted ? t.switchedToAfter() : ''}
      </span>
    </div>
  )
}

const taxOptions = [
  { value: 'before', label: t.beforeTax() },
  { value: 'after', label: t.afterTax() },
] as const

function useHighlight(): { isHighlighted: boolean; highlight: () => void } {
  const [isHighlighted, setIsHighlighted] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    isHighlighted,
    highlight: () => {
      setIsHighlighted(true)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setIsHighlighted(false), highlightMs)
    },
  }
}
