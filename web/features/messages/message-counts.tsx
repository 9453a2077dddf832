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
import { ReplyLine } from './reply-line.tsx'
import { countToText, toShownText } from '#web/language/staff-texts.ts'
import { t } from './messaging-texts.ts'

type MessageState = 'received' | 'failed'

type Act = { label: string; state: Message['state']; failure: string }

const actsByState: Record<MessageState, readonly Act[]> = {
  failed: [
    { label: t.sendAgain(), state: 'waiting', failure: t.sendAgainFailed() },
    { label: t.dismiss(), state: 'cancelled', failure: t.dismissFailed() },
  ],
  received: [{ label: t.markRead(), state: 'read', failure: t.markReadFailed() }],
}

/** Counts of unread and failed messages, with a link to them. */
export function MessageCounts({ shopId }: { shopId: string }) {
  return (
    <>
      <MessageCount
        shopId={shopId}
        state="failed"
        icon={<MessageCircleX aria-hidden="true" className="text-danger-ink" />}
        toLabel={(count) => t.notSentCount({ count: countToText(count) })}
      />
      <MessageCount shopId={shopId} state="received" icon={<MessageCircle aria-hidden="true" />} toLabel={(count) => t.messages({ count })} />
    </>
  )
}

type MessageCountProps = { shopId: string; state: MessageState; icon: ReactNode; toLabel: (count: number) => string }

function MessageCount({ shopId, state, icon, toLabel }: MessageCountProps) {
  const messages = useMessagesIn(shopId, state)
  if (messages === undefined || messages.length === 0) return null
  const label = toLabel(messages.length)
  return (
    // Beside the tabs of a tablet and on a phone, only the number has room.
    <Button title={label} className="max-xl:px-3" onClick={() => openDialog({ kind: 'messages-in', state })}>
      {icon}
      <span className="max-xl:sr-only">{label}</span>
      <span aria-hidden="true" className="tabular-nums xl:hidden">
        {countToText(messages.length)}
      </span>
    </Button>
  )
}

/** Unread messages with a line to answer, one item for each order; or failed ones, one by one. */
export function MessagesDialog({ shopId, state, onClose }: { shopId: string; state: MessageState; onClose: () => void }) {
  const device = useDevice()
  const messages = useMessagesIn(shopId, state)
  const threads = state === 'received' ? Object.values(Object.groupBy(messages ?? [], ({ orderId }) => orderId)) : messages?.map((message) => [message])
  return (
    <Dialog open size="md" title={t.title[state]()} onCloseRequest={onClose}>
      {messages?.length === 0 && <p className="text-muted">{t.none[state]()}</p>}
      <ul>
        {threads?.map((thread = []) => (
          <Thread key={thread[0]?.id} shopId={shopId} messages={thread} isAnswered={state === 'received'} onOpen={onClose}>
            {actsByState[state].map(({ label, state: next, failure }) => (
              <Button
                key={label}
                onClick={() =>
                  void runAction({
                    run: () =>
                      device.write(
                        shopId,
                        thread.map(({ id }) => ({ action: 'update', collection: 'messages', id, values: { state: next } })),
                      ),
                    failure,
                  })
                }
              >
                {label}
              </Button>
            ))}
          </Thread>
        ))}
      </ul>
    </Dialog>
  )
}

type ThreadProps = {
  shopId: string
  /** Of one order. */
  messages: readonly Message[]
  isAnswered: boolean
  onOpen: () => void
  children: ReactNode
}

function Thread({ shopId, messages, isAnswered, onOpen, children }: ThreadProps) {
  const orderId = messages[0]?.orderId ?? null
  const { dateTime } = useShopFormat()
  const now = useNow()
  const order = useRow('orders', orderId)
  const customer = useRow('customers', order.state === 'ready' ? (order.row?.customerId ?? null) : null)
  return (
    <li className="flex flex-col gap-2 border-b border-line py-3 last:border-b-0">
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
        {order.state === 'ready' && order.row !== undefined && <Ticket shopId={shopId} number={order.row.number} />}
        <span className="font-semibold text-ink">{customer.state === 'ready' ? (customer.row?.name ?? t.aCustomer()) : ''}</span>
        {order.state === 'ready' && order.row !== undefined && <span className="min-w-0 truncate">{order.row.itemDetails}</span>}
      </p>
      {messages.map((message) => (
        <div key={message.id}>
          <p className="text-sm text-muted">{dateTime(message.createdAt, now)}</p>
          <p className="whitespace-pre-wrap wrap-anywhere">{textToRead(message.text, message)}</p>
          {message.error !== null && <p className="mt-1 text-sm text-danger-ink wrap-anywhere">{toShownText(message.error)}</p>}
        </div>
      ))}
      {isAnswered && orderId !== null && <ReplyLine shopId={shopId} orderId={orderId} unread={messages} />}
      <div className="flex flex-wrap gap-2">
        <Button
          onClick={() => {
            onOpen()
            if (orderId !== null) navigate(dashboardPath({ shopId, orderId }))
          }}
        >
          {t.openOrder()}
        </Button>
        {children}
      </div>
    </li>
  )
}
