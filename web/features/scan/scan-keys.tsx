import { useEffect } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { notifyFailure } from '#web/navigation/notify.ts'
import { createBurstReader } from '#web/ui/keys/key-burst.ts'
import { isTypingTarget } from '#web/ui/keys/use-hotkeys.ts'
import { createNumberGuard } from './number-guard.ts'
import { openBurst } from './open-code.ts'

/** Handles keyboard scanners on every view and over dialogs, unless a text field has the focus. */
export function ScanKeys({ shop }: { shop: BootstrapShop }) {
  const { rows } = useDevice()
  const shops = useBootstrap()?.shops
  useEffect(() => {
    const reader = createBurstReader()
    const guard = createNumberGuard()
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.isComposing || event.repeat) return
      if (isTypingTarget(event.target)) {
        const scanned = guard(event)
        if (scanned !== undefined) notifyFailure('Not a number', `A scanner typed ${scanned} here. The field is as it was.`)
        return
      }
      const burst = reader.press(event, event.timeStamp)
      if (burst === undefined || shops === undefined) return
      // The scanner's Enter or Tab must not act on the focused element.
      event.preventDefault()
      event.stopPropagation()
      void openBurst(burst, { rows, shops, shop, origin: window.location.origin }).then(
        (outcome) => outcome.state === 'nothing' && notifyFailure('Not opened', outcome.text),
        () => notifyFailure('Not opened', 'This device could not look for the code. Scan it again.'),
      )
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [rows, shops, shop])
  return null
}
