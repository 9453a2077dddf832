import { MessageCircle, MessageCircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Message } from '#schema/collections/work/messages.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useMessagesIn } from '#web/device/react/use-answers.ts'
import { useRow } from '#web/device/react/use-row.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { Ticket } from '#web/inputs/ticket.tsx'
import { useNow } from '#web/inputs/time/use-now.ts'
import { openDialog } from '#web/navigation/dialogs.ts'
import { navigate } from '#web/navigation/navigate.ts'
import { runAction } from '#web/navigation/notify.ts'
import { dashboardPath } from '#web/navigation/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { textToRead } from './message-words.ts'

type MessageState = 'received' | 'failed'

type Act = { label: string; state: Message['state']; failure: string }

const titles = { failed: 'Messages that were not sent', received: 'Messages from customers' }

const emptyTexts = { failed: 'None are left.', received: 'All of them are read.' }

const actsByState: Record<MessageState, readonly Act[]> = {
  failed: [
    { label: 'Send Again', state: 'waiting', failure: 'Failed to send the message again' },
    { label: 'Dismiss', state: 'cancelled', failure: 'Failed to dismiss the message' },
  ],
  received: [{ label: 'Mark as Read', state: 'read', failure: 'Failed to mark the message as read' }],
}

/** Counts of unread and failed messages, with a link to them. */
export function MessageCounts({ shopId }: { shopId: string }) {
  return (
    <>
      <MessageCount
        shopId={shopId}
        state="failed"
        icon={<MessageCircleX aria-hidden="true" className="text-danger-ink" />}
        toLabel={(count) => `${count} not sent`}
      />
      <MessageCount
        shopId={shopId}
        state="received"
        icon={<MessageCircle aria-hidden="true" />}
        toLabel={(count) => (count === '1' ? '1 message' : `${count} messages`)}
      />
    </>
  )
}

type MessageCountProps = { shopId: string; state: MessageState; icon: ReactNode; toLabel: (count: string) => string }

function MessageCount({ shopId, state, icon, toLabel }: MessageCountProps) {
  const messages = useMessagesIn(shopId, state)
  if (messages === undefined || messages.length === 0) return null
  return (
    <Button onClick={() => openDialog({ kind: 'messages-in', state })}>
      {icon}
      {toLabel(messages.length.toLocaleString('en-US'))}
    </Button>
  )
}

export function MessagesDialog({ shopId, state, onClose }: { shopId: string; state: MessageState; onClose: () => void }) {
  const device = useDevice()
  const messages = useMessagesIn(shopId, state)
  return (
    <Dialog open size="md" title={titles[state]} onCloseRequest={onClose}>
      {messages?.length === 0 && <p className="text-muted">{emptyTexts[state]}</p>}
      <ul>
        {messages?.map((message) => (
          <MessageOfOrder key={message.id} shopId={shopId} message={message} onOpen={onClose}>
            {actsByState[state].map(({ label, state: next, failure }) => (
              <Button
                key={label}
                onClick={() =>
                  void runAction({
                    run: () => device.write(shopId, [{ action: 'update', collection: 'messages', id: message.id, values: { state: next } }]),
                    failure,
                  })
                }
              >
                {label}
              </Button>
            ))}
          </MessageOfOrder>
        ))}
      </ul>
    </Dialog>
  )
}

type MessageOfOrderProps = { shopId: string; message: Message; onOpen: () => void; children: ReactNode }

function MessageOfOrder({ shopId, message, onOpen, children }: MessageOfOrderProps) {
  const { orderId, text, error, createdAt } = message
  const { dateTime } = useShopFormat()
  const now = useNow()
  const order = useRow('orders', orderId)
  const customer = useRow('customers', order.state === 'ready' ? (order.row?.customerId ?? null) : null)
  return (
    <li className="border-b border-line py-3 last:border-b-0">
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
        {order.state === 'ready' && order.row !== undefined && <Ticket shopId={shopId} number={order.row.number} />}
        <span className="font-semibold text-ink">{customer.state === 'ready' ? (customer.row?.name ?? 'A customer') : ''}</span>
        <span>{dateTime(createdAt, now)}</span>
      </p>
      <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{textToRead(text, message)}</p>
      {error !== null && <p className="mt-1 text-sm text-danger-ink wrap-anywhere">{error}</p>}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          onClick={() => {
            onOpen()
            navigate(dashboardPath({ shopId, orderId }))
          }}
        >
          Open Order
        </Button>
        {children}
      </div>
    </li>
  )
}
