import type { Renumbered } from '#web/device/numbers/renumbered.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useRenumbered } from '#web/device/react/use-device.ts'
import { useTicketPrefix } from '#web/inputs/ticket.tsx'
import { dashboardPath } from '#web/navigation/paths.ts'
import { ReadingItem, ReadingList } from './reading-list.tsx'
import { renumberedToText } from './renumbered-text.ts'

type Props = { onLeave: () => void; onDismissed: () => void }

/** Orders whose paper may say another number than they have (NUM-04): to be read, and taken off the list. */
export function RenumberedToRead({ onLeave, onDismissed }: Props) {
  const device = useDevice()
  return (
    <ReadingList
      name="Changed ticket numbers"
      items={useRenumbered()}
      toId={({ orderId }) => orderId}
      listClass="max-h-80 overflow-y-auto"
      dismiss={(orderIds) => device.numbers.dismiss(orderIds)}
      onDismissed={onDismissed}
    >
      {(renumbered, onDismiss) => <RenumberedItem renumbered={renumbered} onLeave={onLeave} onDismiss={onDismiss} />}
    </ReadingList>
  )
}

function RenumberedItem({ renumbered, onLeave, onDismiss }: { renumbered: Renumbered; onLeave: () => void; onDismiss: () => void }) {
  const { shopId, orderId, title } = renumbered
  return (
    <ReadingItem
      title={renumberedToText(renumbered, useTicketPrefix(shopId))}
      path={dashboardPath({ shopId, orderId })}
      onLeave={onLeave}
      onDismiss={onDismiss}
    >
      {title === '' ? '' : `${title}. `}The number was taken. Write the new one on the label; both find the order.
    </ReadingItem>
  )
}
