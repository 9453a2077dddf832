import { useEffect, useState } from 'react'
import type { Message } from '#schema/collections/work/messages.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useRowsOfOrder } from '#web/device/react/use-answers.ts'
import { useIsOffline } from '#web/device/react/use-device.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { runAction } from '#web/navigation/notify.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { toWhen } from './message-words.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './messaging-texts.ts'

type GoingTextsProps = { shopId: string; order: Pick<Order, 'id' | 'orderStatusId' | 'statusChangedAt'> }

/** What the server sends because of the order's status: when it goes, or that it went. It can be taken back before. */
export function GoingTexts({ shopId, order }: GoingTextsProps) {
  const rows = useRowsOfOrder('messages', shopId, order.id)
  const messages = rows?.filter((message) => isOfStatus(message, order)) ?? []
  return messages.map((message) => <GoingText key={message.id} shopId={shopId} message={message} />)
}

/** Not of a former time in the same status. */
const isOfStatus = ({ cause, orderStatusId, createdAt }: Message, order: GoingTextsProps['order']): boolean =>
  cause === 'status' && orderStatusId === order.orderStatusId && createdAt >= order.statusChangedAt

/** How long "Text sent" stands after it went. */
const newsMs = 2 * 60_000

function GoingText({ shopId, message }: { shopId: string; message: Message }) {
  const device = useDevice()
  const isOffline = useIsOffline()
  const { timeZone, dateTime } = useShopFormat()
  const { state, error, sentAt } = message
  const now = useSeconds(state === 'waiting')
  const words = message.channel === 'email' ? t.email : t.sms
  if (state === 'sent' && error === null && sentAt !== null && now.getTime() - Date.parse(sentAt) < newsMs)
    return <p className="flex min-h-11 items-center text-sm text-ok-ink">{words.sent()}</p>
  // Of one that is tried again, the section Messages says more.
  if (state !== 'waiting' || error !== null) return null
  const takeBack = () =>
    runAction({
      run: () => device.write(shopId, [{ action: 'update', collection: 'messages', id: message.id, values: { state: 'cancelled' } }]),
      success: isOffline ? words.takenBackLater() : words.takenBack(),
      failure: t.changeFailed(),
    })
  return (
    <p className="flex flex-wrap items-center gap-x-1 text-sm text-muted tabular-nums">
      <span>{words.goes({ when: toWhen(message, { now, timeZone, dateTime }) })}</span>
      <Button variant="ghost" className="px-2 text-accent-ink" aria-label={words.cancel()} onClick={() => void takeBack()}>
        {common.cancel()}
      </Button>
    </p>
  )
}

/** The corrected time, each second. */
function useSeconds(isRunning: boolean): Date {
  const [now, setNow] = useState(correctedNow)
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => setNow(correctedNow()), 1_000)
    return () => clearInterval(timer)
  }, [isRunning])
  return now
}
