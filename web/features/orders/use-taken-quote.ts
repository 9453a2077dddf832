import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { QuoteOfForm } from '#web/features/lines/take-as-quote.tsx'
import type { EditState } from '#web/forms/use-edit-form.ts'
import type { OrderForm } from './form.ts'

/**
 * The quote of an open order form, which the lines' total may replace in the row (LINE-04): the field takes what was stored as soon
 * as the row shows it, so that the form neither counts as typed in nor tells it as somebody else's change.
 */
export function useTakenQuote<Shown>(form: UseFormReturn<OrderForm>, { openedForm, stored, takeStored }: EditState<OrderForm, Shown>): QuoteOfForm {
  const [taken, setTaken] = useState<string>()
  const isDue = taken !== undefined && stored?.quotedCost === taken && openedForm.quotedCost !== taken
  useEffect(() => {
    if (isDue) takeStored('quotedCost')
  }, [isDue, takeStored])
  const onTaken = (quote: string): void => {
    setTaken(quote)
    // The row had it already: only what was typed over it has to go.
    if (openedForm.quotedCost === quote) form.setValue('quotedCost', quote, { shouldDirty: true })
  }
  return { read: () => form.getValues('quotedCost'), onTaken }
}
