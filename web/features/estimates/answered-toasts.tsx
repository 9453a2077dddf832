import { useEffect } from 'react'
import type { Estimate } from '#schema/collections/work/estimates.ts'
import { toTicket } from '#schema/rules/orders/ticket.ts'
import type { Device } from '#web/device/device-types.ts'
import { shopTicketPrefix } from '#web/device/platform/known-shop.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { navigate } from '#web/navigation/navigate.ts'
import { dashboardPath } from '#web/navigation/paths.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { answeredToText, findAnswered } from './answered-text.ts'
import { common } from '#web/language/common-texts.ts'
import { countToText } from '#web/language/staff-texts.ts'
import { t } from './estimate-answered-texts.ts'

/** Long enough for a user who looks up from the bench. */
const shownMs = 15_000

/** Shows a toast when a customer answers by link. */
export function AnsweredToasts() {
  const device = useDevice()
  useEffect(
    () =>
      device.rows.watchChanges('estimates', (changes) => {
        const answered = findAnswered(changes)
        if (answered.length > 0) void tell(device, answered)
      }),
    [device],
  )
  return null
}

async function tell(device: Device, answered: readonly Estimate[]): Promise<void> {
  const newest = answered.reduce((one, other) => ((other.decidedAt ?? '') > (one.decidedAt ?? '') ? other : one))
  const { shopId, orderId } = newest
  const order = await device.rows.read('orders', orderId).catch(() => undefined)
  const ticket = order?.number == null ? t.anOrder() : toTicket(shopTicketPrefix(device.sync.bootstrap.get(), shopId), order.number)
  const others = answered.length - 1
  showToast({
    title: answeredToText(newest, ticket),
    ...(others > 0 && { description: t.more({ count: countToText(others) }) }),
    durationMs: shownMs,
    action: { label: common.open(), onPress: () => navigate(dashboardPath({ shopId, orderId })) },
  })
}
