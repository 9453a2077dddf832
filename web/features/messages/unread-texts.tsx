import { MessageCircle } from 'lucide-react'
import { useState } from 'react'
import type { Message } from '#schema/collections/work/messages.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useUnreadTexts } from '#web/device/react/use-answers.ts'
import { useRow } from '#web/device/react/use-row.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { Ticket } from '#web/inputs/ticket.tsx'
import { useNow } from '#web/inputs/time/use-now.ts'
import { navigate } from '#web/navigation/navigate.ts'
import { runAction } from '#web/navigation/notify.ts'
import { dashboardPath } from '#web/navigation/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

/** How many messages of customers nobody has read yet, and the way to them. */
export function UnreadTexts({ shopId }: { shopId: string }) {
  const texts = useUnreadTexts(shopId)
  const [isOpen, setIsOpen] = useState(false)
  if (texts === undefined || (texts.length === 0 && !isOpen)) return null
  const count = texts.length.toLocaleString('en-US')
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <MessageCircle aria-hidden="true" />
        {texts.length === 1 ? '1 message' : `${count} messages`}
      </Button>
      <Dialog open={isOpen} size="md" title="Messages from customers" onCloseRequest={() => setIsOpen(false)}>
        {texts.length === 0 && <p className="text-muted">All of them are read.</p>}
        <ul>
          {texts.map((text) => (
            <UnreadText key={text.id} shopId={shopId} text={text} onOpen={() => setIsOpen(false)} />
          ))}
        </ul>
      </Dialog>
    </>
  )
}

function UnreadText({ shopId, text: { id, orderId, text, createdAt }, onOpen }: { shopId: string; text: Message; onOpen: () => void }) {
  const device = useDevice()
  const { dateTime } = useShopFormat()
  const now = useNow()
  const order = useRow('orders', orderId)
  const customer = useRow('customers', order.state === 'ready' ? (order.row?.customerId ?? null) : null)
  const markRead = () =>
    runAction({
      run: () => device.write(shopId, [{ action: 'update', collection: 'messages', id, values: { state: 'read' } }]),
      failure: 'Failed to mark the message as read',
    })
  return (
    <li className="border-b border-line py-3 last:border-b-0">
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
        {order.state === 'ready' && order.row !== undefined && <Ticket shopId={shopId} number={order.row.number} />}
        <span className="font-semibold text-ink">{customer.state === 'ready' ? (customer.row?.name ?? 'A customer') : ''}</span>
        <span>{dateTime(createdAt, now)}</span>
      </p>
      <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{text}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          onClick={() => {
            onOpen()
            navigate(dashboardPath({ shopId, orderId }))
          }}
        >
          Open Order
        </Button>
        <Button onClick={() => void markRead()}>Mark as Read</Button>
      </div>
    </li>
  )
}
