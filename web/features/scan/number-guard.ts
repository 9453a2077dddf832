import { createBurstReader } from '#web/ui/keys/key-burst.ts'

/** As many signs are typed by a scanner only: nobody counts so many pieces, or types such an amount at once. */
const signsOfCode = { quantity: 4, amount: 8 }

/**
 * Keeps what a scanner types out of quantities and amounts: takes each key before the field has it, and returns the code when its Enter or
 * Tab comes. The field then is as it was before.
 */
export function createNumberGuard(): (event: KeyboardEvent) => string | undefined {
  const reader = createBurstReader()
  let before: { field: HTMLInputElement; value: string } | undefined
  return (event) => {
    const field = event.target
    if (!(field instanceof HTMLInputElement) || !isNumberField(field)) return undefined
    if (before?.field !== field || reader.isNew(event.timeStamp)) before = { field, value: field.value }
    const burst = reader.press(event, event.timeStamp)
    if (burst === undefined) return undefined
    const isTooLong = burst.text.length >= (isQuantity(field) ? signsOfCode.quantity : signsOfCode.amount)
    if (!isTooLong && /^[\d.,\s-]*$/.test(burst.text)) return undefined
    event.preventDefault()
    event.stopPropagation()
    setValue(field, before.value)
    return burst.text
  }
}

const isQuantity = (field: HTMLInputElement): boolean => field.dataset['quantity'] !== undefined
const isNumberField = (field: HTMLInputElement): boolean => isQuantity(field) || field.inputMode === 'decimal'

/** As a person would, so that the form learns of it. */
function setValue(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
