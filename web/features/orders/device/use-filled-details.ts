import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { assetToDetails } from '#schema/values/assets/asset-title.ts'
import { fillField } from '../fill-field.ts'
import type { OrderForm } from '../form.ts'

/** Fills Device Details from the chosen or typed device, unless the user typed something else. */
export function useFilledDetails(form: UseFormReturn<OrderForm>, device: Readonly<Record<string, unknown>> | undefined): void {
  const filled = useRef('')
  useEffect(() => {
    if (device === undefined || !form.getFieldState('assetId').isDirty) return
    const details = assetToDetails(device)
    const typed = form.getValues('itemDetails').trim()
    if (details === '' || (typed !== '' && typed !== filled.current && typed !== details)) return
    // Also recognizes text that an earlier opening of the form filled in.
    filled.current = details
    if (typed === details) return
    fillField(form, 'itemDetails', details)
  }, [form, device])
}
