import { useState } from 'react'
import { shopsToOfflineRule } from '#schema/rules/access/offline-entry.ts'
import { runAction } from '#web/navigation/notify.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { canHashPins } from '#web/session/pin.ts'
import { removePin, usePin } from '#web/session/use-pin.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Section } from '../online/section.tsx'
import { PinDialog } from './pin-dialog.tsx'

/** The PIN of this person on this device: there where a shop wants one, or where one is set. */
export function OfflinePin({ userId }: { userId: string }) {
  const hasPin = usePin(userId)
  const bootstrap = useBootstrap()
  const [isOpen, setIsOpen] = useState(false)
  const { asksPin } = shopsToOfflineRule(bootstrap?.shops ?? [])
  if (hasPin === undefined || (!asksPin && !hasPin)) return null
  return (
    <Section
      id="offline-pin"
      title="PIN for this device"
      text="Asked for when this device opens without the server. It locks the screen and encrypts nothing. Forgotten? Sign in with your password while there is a connection, and set another."
    >
      <p className="mb-3">
        {hasPin
          ? asksPin
            ? 'Set.'
            : 'Set, but none of your shops asks for it.'
          : canHashPins()
            ? 'Not set yet: this device opens without one.'
            : 'This browser can keep a PIN only where Mainspring is reached over https.'}
      </p>
      <div className="flex flex-wrap gap-3">
        {canHashPins() && <Button onClick={() => setIsOpen(true)}>{hasPin ? 'Change PIN' : 'Set PIN'}</Button>}
        {hasPin && !asksPin && (
          <Button
            variant="ghost"
            className="text-danger-ink hover:bg-danger-soft"
            onClick={() => void runAction({ run: () => removePin(userId), failure: 'The PIN could not be removed' })}
          >
            Remove PIN
          </Button>
        )}
      </div>
      <PinDialog userId={userId} open={isOpen} onClose={() => setIsOpen(false)} />
    </Section>
  )
}
