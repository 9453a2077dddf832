import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { QuoteOfForm } from '#web/features/lines/take-as-quote.tsx'
import type { EditState } from '#web/forms/use-edit-form.ts'
import type { OrderForm } from './form.ts'

/**
 * The quote of an open order form, which the lines' total may replace in the row (LINE-04): the field takes what was stored as soon
 * as the row shows it, so that the form neither counts as typed in nor tells it as somebody else's change.
 */
export function useTakenQuote<Shown>(form: UseFormReturn<OrderForm>, { stored, takeStored }: EditState<OrderForm, Shown>): QuoteOfForm {
  const [taken, setTaken] = useState<string>()
  const shown = stored?.quotedCost
  useEffect(() => {
    if (taken === undefined || shown !== taken) return
    takeStored('quotedCost')
    setTaken(undefined)
  }, [taken, shown, takeStored])
  return { read: () => form.getValues('quotedCost'), onTaken: setTaken }
}
