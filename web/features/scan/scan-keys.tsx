import { useEffect } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { notifyFailure } from '#web/navigation/notify.ts'
import { createBurstReader } from '#web/ui/keys/key-burst.ts'
import { isTypingTarget } from '#web/ui/keys/use-hotkeys.ts'
import { openCode } from './open-code.ts'

/** Handles keyboard scanners on every view and over dialogs, unless a text field has the focus. */
export function ScanKeys({ shop }: { shop: BootstrapShop }) {
  const { rows } = useDevice()
  const shops = useBootstrap()?.shops
  useEffect(() => {
    const reader = createBurstReader()
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.isComposing || event.repeat || isTypingTarget(event.target)) return
      const code = reader.press(event, event.timeStamp)
      if (code === undefined || shops === undefined) return
      // The scanner's Enter must not activate the focused element.
      event.preventDefault()
      event.stopPropagation()
      void openCode(code, { rows, shops, shop, origin: window.location.origin }).then(
        (outcome) => outcome.state === 'nothing' && notifyFailure('Not opened', outcome.text),
        () => notifyFailure('Not opened', 'This device could not look for the code. Scan it again.'),
      )
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [rows, shops, shop])
  return null
}
