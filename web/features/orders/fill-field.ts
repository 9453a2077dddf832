import type { UseFormReturn } from 'react-hook-form'
import type { OrderForm } from './form.ts'

type Filled = 'itemDetails' | 'issueDescription' | 'quotedCost' | 'dueTimestamp' | 'services' | 'claimOf'

/** Sets a value as if somebody had typed it. */
export function fillField(form: UseFormReturn<OrderForm>, name: Filled, value: string): void {
  form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  // The textarea resizes on input events, which setting a value does not send.
  for (const element of document.getElementsByName(name)) element.dispatchEvent(new Event('input', { bubbles: true }))
}
