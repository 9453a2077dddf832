import { Check, ChevronRight } from 'lucide-react'
import type { Renumbered } from '#web/device/numbers/renumbered.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useRenumbered } from '#web/device/react/use-device.ts'
import { useTicketPrefix } from '#web/inputs/ticket.tsx'
import { Link } from '#web/navigation/link.tsx'
import { runAction } from '#web/navigation/notify.ts'
import { dashboardPath } from '#web/navigation/paths.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { renumberedToText } from './renumbered-text.ts'

type Props = { onLeave: () => void; onDismissed: () => void }

/** Orders whose paper may say another number than they have (NUM-04): to be read, and taken off the list. */
export function RenumberedToRead({ onLeave, onDismissed }: Props) {
  const device = useDevice()
  const renumbered = useRenumbered()
  const dismiss = async (orderIds: readonly string[]): Promise<void> => {
    const { ok } = await runAction({ run: () => device.numbers.dismiss(orderIds), failure: 'This could not be taken off the list' })
    if (ok) onDismissed()
  }
  if (renumbered.length === 0) return null
  return (
    <div className="border-b border-line pb-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3 px-4">
        <h4 className="min-h-11 content-center text-sm text-muted">Changed ticket numbers ({renumbered.length.toLocaleString('en-US')})</h4>
        {renumbered.length > 1 && (
          <Button variant="ghost" className="px-2 text-accent-ink" onClick={() => void dismiss(renumbered.map(({ orderId }) => orderId))}>
            Dismiss all
          </Button>
        )}
      </div>
      <ul aria-label="Changed ticket numbers" className="max-h-80 overflow-y-auto">
        {renumbered.map((one) => (
          <li key={one.orderId} className="not-last:border-b not-last:border-line">
            <RenumberedItem renumbered={one} onLeave={onLeave} onDismiss={() => void dismiss([one.orderId])} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function RenumberedItem({ renumbered, onLeave, onDismiss }: { renumbered: Renumbered; onLeave: () => void; onDismiss: () => void }) {
  const { shopId, orderId, title } = renumbered
  const text = renumberedToText(renumbered, useTicketPrefix(shopId))
  return (
    <article aria-label={text} className="px-4 py-2.5">
      <p className="font-semibold tabular-nums">{text}</p>
      <p className="wrap-anywhere">{title === '' ? '' : `${title}. `}The number was taken. Write the new one on the label; both find the order.</p>
      <div className="mt-2 flex flex-wrap items-center gap-1.5">
        <Link to={dashboardPath({ shopId, orderId })} className={buttonClass('secondary', 'md', 'px-3')} onClick={onLeave}>
          Open
          <ChevronRight aria-hidden="true" />
        </Link>
        <Button variant="ghost" className="px-3" onClick={onDismiss}>
          <Check aria-hidden="true" />
          Got it
        </Button>
      </div>
    </article>
  )
}
