import { useEffect } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { notifyFailure } from '#web/navigation/notify.ts'
import { type Burst, createBurstReader } from '#web/ui/keys/key-burst.ts'
import { isTypingTarget } from '#web/ui/keys/use-hotkeys.ts'
import { isPrintedText, openBurst } from './open-code.ts'
import { t } from './scan-texts.ts'

/** Handles keyboard scanners on every view and over dialogs, unless a text field has the focus. */
export function ScanKeys({ shop }: { shop: BootstrapShop }) {
  const { rows } = useDevice()
  const { shops, address = null } = useBootstrap() ?? {}
  useEffect(() => {
    const reader = createBurstReader()
    const guard = createNumberGuard()
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.isComposing || event.repeat) return
      if (isTypingTarget(event.target)) {
        const scanned = guard(event)
        if (scanned !== undefined) notifyFailure(t.notANumber(), t.scannedIntoNumber({ code: scanned }))
        return
      }
      const burst = reader.press(event, event.timeStamp)
      if (burst === undefined || shops === undefined) return
      // The scanner's Enter or Tab must not act on the focused element.
      event.preventDefault()
      event.stopPropagation()
      if (typeIntoScanField(burst)) return
      void openBurst(burst, { rows, shops, shop, address }).then(
        (outcome) => outcome.state === 'nothing' && notifyFailure(t.notOpened(), outcome.text),
        () => notifyFailure(t.notOpened(), t.lookFailedScan()),
      )
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [rows, shops, shop, address])
  return null
}

/** Where pieces are received or counted, a code is for the field of that dialog, wherever the focus is. */
function typeIntoScanField({ text, placed }: Burst): boolean {
  const field = document.querySelector<HTMLInputElement>('input[data-scan-field]')
  if (field === null) return false
  setValue(field, isPrintedText(text) ? text : placed)
  // The form learns of the value first.
  queueMicrotask(() => field.form?.requestSubmit())
  return true
}

/** As many signs are typed by a scanner only: nobody counts so many pieces, or types such an amount at once. */
const signsOfCode = { quantity: 4, amount: 8 }

/**
 * Keeps what a scanner types out of quantities and amounts: takes each key before the field has it, and returns the code when its Enter or
 * Tab comes. The field then is as it was before.
 */
function createNumberGuard(): (event: KeyboardEvent) => string | undefined {
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
