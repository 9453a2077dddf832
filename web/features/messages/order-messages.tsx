import { MessageSquarePlus, Link2 } from 'lucide-react'
import { lazy, Suspense, useMemo, useState, useId } from 'react'
import type { Message } from '#schema/collections/work/messages.ts'
import type { Json } from '#schema/values/merge.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useRowsOfOrder } from '#web/device/react/use-answers.ts'
import { useIsUnsent, useIsOffline } from '#web/device/react/use-device.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { useLinkOrigin } from '#web/inputs/shared-origin.tsx'
import { useNow } from '#web/inputs/time/use-now.ts'
import { CsvButton, type CsvTable } from '#web/list-kit/csv-button.tsx'
import type { ReportTyped } from '#web/forms/drafts/typed-lines.ts'
import { UnsentMark } from '#web/list-kit/unsent-mark.tsx'
import { runAction } from '#web/navigation/notify.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Chip, CountBadge } from '#web/ui/layout/badge.tsx'
import { Panel, panelButtonsClass, panelNoteClass } from '#web/ui/layout/panel.tsx'
import { messageToFacts, stateToWords, textToRead } from './message-words.ts'
import { makeOrderLink, withdrawOrderLinks } from '#web/api/shop-api.ts'
import { toShownText } from '#web/language/staff-texts.ts'
import { ConfirmRow } from '#web/ui/overlays/confirm-row.tsx'
import { channelToText } from './form.ts'
import { ReplyLine } from './reply-line.tsx'
import { t } from './messaging-texts.ts'

const OrderLinkDialog = lazy(async () => ({ default: (await import('./order-link-dialog.tsx')).OrderLinkDialog }))

/** Creates or revokes links to the customer's order page; online only. */
function CustomerLink({ shopId, orderId }: { shopId: string; orderId: string }) {
  const device = useDevice()
  const origin = useLinkOrigin()
  const isOffline = useIsOffline()
  const isUnsent = useIsUnsent('orders', orderId)
  const [url, setUrl] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const offlineId = useId()
  const make = async (): Promise<void> => {
    setIsBusy(true)
    const outcome = await runAction({
      run: async () => {
        // The page shows the server's data, so push unsent changes first.
        if (isUnsent) await device.sync.run()
        return makeOrderLink(shopId, orderId)
      },
      failure: t.linkFailed(),
    })
    setIsBusy(false)
    if (outcome.ok) setUrl(new URL(outcome.value.url, origin).href)
  }
  const withdraw = () => runAction({ run: () => withdrawOrderLinks(shopId, orderId), success: t.linksWithdrawn(), failure: t.withdrawFailed() })
  return (
    <>
      <Button busy={isBusy} disabled={isOffline} aria-describedby={isOffline ? offlineId : undefined} onClick={() => void make()}>
        <Link2 aria-hidden="true" />
        {t.customerLink()}
      </Button>
      <ConfirmRow
        label={t.withdrawLinks()}
        question={t.withdrawQuestion()}
        disabled={isOffline}
        // Without a message there is rarely a link, so it draws no attention.
        className="group-data-empty/panel:text-muted"
        onConfirm={() => void withdraw()}
      />
      {isOffline && (
        <p id={offlineId} className="w-full text-sm text-muted group-data-empty/panel:sr-only">
          {t.linksOffline()}
        </p>
      )}
      {url !== undefined && (
        <Suspense>
          <OrderLinkDialog url={url} onClose={() => setUrl(undefined)} />
        </Suspense>
      )}
    </>
  )
}

const MessageDialog = lazy(async () => ({ default: (await import('./message-dialog.tsx')).MessageDialog }))

/** Whether something in the order's messages was unread when it opened: they then stand at its head. Undefined while loading. */
export function useIsUnreadAtFirst(shopId: string, orderId: string): boolean | undefined {
  const rows = useRowsOfOrder('messages', shopId, orderId)
  const [isUnread, setIsUnread] = useState<boolean>()
  if (isUnread === undefined && rows !== undefined) setIsUnread(rows.some(isReceived))
  return isUnread
}

const isReceived = ({ state }: Message): boolean => state === 'received'

/** An order's messages in both directions, newest first, including those not sent yet. */
export function OrderMessages({ shopId, orderId, report }: { shopId: string; orderId: string; report?: ReportTyped | undefined }) {
  const rows = useRowsOfOrder('messages', shopId, orderId)
  const messages = useMemo(() => rows?.toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1)), [rows])
  const [isWriting, setIsWriting] = useState(false)
  const isEmpty = messages === undefined || messages.length === 0
  return (
    <Panel title={t.panel()} count={!isEmpty && <CountBadge count={messages.length} label={t.panelCount()} isExact />} isEmpty={isEmpty}>
      {messages?.length === 0 && <p className={panelNoteClass}>{t.nothingWritten()}</p>}
      {messages?.some(({ channel }) => channel === 'portal') && (
        <div className="py-2 pl-7">
          <ReplyLine shopId={shopId} orderId={orderId} unread={messages.filter(isReceived)} report={report} />
        </div>
      )}
      <ul>
        {messages?.map((message) => (
          <MessageItem key={message.id} shopId={shopId} message={message} />
        ))}
      </ul>
      <div className={panelButtonsClass}>
        <Button onClick={() => setIsWriting(true)}>
          <MessageSquarePlus aria-hidden="true" />
          {t.writeToCustomer()}
        </Button>
        {!isEmpty && <CsvButton shopId={shopId} what={t.panel()} read={() => messagesToTable(messages)} />}
        <CustomerLink shopId={shopId} orderId={orderId} />
      </div>
      {isWriting && (
        <Suspense>
          <MessageDialog shopId={shopId} orderId={orderId} onClose={() => setIsWriting(false)} />
        </Suspense>
      )}
    </Panel>
  )
}

function MessageItem({ shopId, message }: { shopId: string; message: Message }) {
  const device = useDevice()
  const format = useShopFormat()
  const now = useNow()
  const isUnsent = useIsUnsent('messages', message.id)
  const { name, tone } = stateToWords(message)
  const change = (values: Record<string, Json>, success: string) =>
    runAction({
      run: () => device.write(shopId, [{ action: 'update', collection: 'messages', id: message.id, values }]),
      success,
      failure: t.changeFailed(),
    })
  return (
    <li className="border-b border-line py-3 pl-7 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Chip tone={tone}>{name}</Chip>
        {isUnsent && <UnsentMark />}
        <span className="text-sm text-muted wrap-anywhere">{messageToFacts(message, format, now)}</span>
      </div>
      {message.subject !== null && <p className="mt-1 font-semibold wrap-anywhere">{message.subject}</p>}
      <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{textToRead(message.text, message)}</p>
      {message.error !== null && <p className="mt-1 text-sm text-danger-ink wrap-anywhere">{toShownText(message.error)}</p>}
      <div className="mt-1 flex flex-wrap gap-2 empty:hidden">
        {message.state === 'waiting' && !message.anyHour && <Button onClick={() => void change({ anyHour: true }, t.goesAtOnce())}>{t.sendNow()}</Button>}
        {message.state === 'waiting' && <Button onClick={() => void change({ state: 'cancelled' }, t.messageCancelled())}>{t.cancelMessage()}</Button>}
        {message.state === 'received' && <Button onClick={() => void change({ state: 'read' }, t.markedRead())}>{t.markRead()}</Button>}
        {message.state === 'failed' && <Button onClick={() => void change({ state: 'waiting' }, t.triedAgain())}>{t.sendAgain()}</Button>}
        {message.state === 'failed' && <Button onClick={() => void change({ state: 'cancelled' }, t.messageDismissed())}>{t.dismiss()}</Button>}
      </div>
    </li>
  )
}

const storedChannelToText: Readonly<Record<string, string>> = { ...channelToText, portal: t.fromCustomer() }

/** An order's messages in both directions; times stay in their stored form. */
export const messagesToTable = (messages: readonly Message[]): CsvTable => ({
  header: ['Written', 'Channel', 'To', 'State', 'Sent', 'Subject', 'Text', 'Problem'],
  rows: messages.map((message) => [
    message.createdAt,
    storedChannelToText[message.channel] ?? message.channel,
    message.to ?? '',
    stateToWords(message).name,
    message.sentAt ?? '',
    message.subject ?? '',
    textToRead(message.text, message),
    message.error ?? '',
  ]),
})
