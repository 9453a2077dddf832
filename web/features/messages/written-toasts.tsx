import { useEffect } from 'react'
import type { Message } from '#schema/collections/work/messages.ts'
import type { Device } from '#web/device/device-types.ts'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { navigate } from '#web/navigation/navigate.ts'
import { dashboardPath } from '#web/navigation/paths.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { findWritten } from './message-words.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './messaging-texts.ts'

const shownMs = 15_000
const excerptMax = 140

/** Shows a toast when a customer writes from their order page. */
export function WrittenToasts() {
  const device = useDevice()
  useEffect(
    () =>
      device.rows.watchChanges('messages', (changes) => {
        const written = findWritten(changes, correctedNow())
        if (written.length > 0) void tell(device, written)
      }),
    [device],
  )
  return null
}

async function tell(device: Device, written: readonly Message[]): Promise<void> {
  const newest = written.reduce((one, other) => (other.createdAt > one.createdAt ? other : one))
  const { shopId, orderId, text } = newest
  const order = await device.rows.read('orders', orderId).catch(() => undefined)
  const customer = typeof order?.customerId === 'string' ? await device.rows.read('customers', order.customerId).catch(() => undefined) : undefined
  const others = written.length - 1
  const excerpt = text.length > excerptMax ? `${text.slice(0, excerptMax - 1)}…` : text
  showToast({
    title: t.wrote({ name: customer?.name ?? t.aCustomer() }),
    description: others > 0 ? t.andMore({ text: excerpt, count: others }) : excerpt,
    durationMs: shownMs,
    action: { label: common.open(), onPress: () => navigate(dashboardPath({ shopId, orderId })) },
  })
}
