import { Send } from 'lucide-react'
import type { Customer } from '#schema/collections/work/customers.ts'
import type { Message } from '#schema/collections/work/messages.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import { toCustomerLanguage } from '#schema/rules/customers/customer-language.ts'
import { toCustomerAddress } from '#schema/rules/messages/message-states.ts'
import { toReplySubject } from '#schema/rules/messages/suggested-texts.ts'
import { toPrintedTicket } from '#schema/rules/orders/ticket.ts'
import type { Language } from '#schema/language/pick-language.ts'
import { type MessageChannel, messageChannels } from '#schema/values/messages/message-kinds.ts'
import { useRow } from '#web/device/react/use-row.ts'
import type { FormDraft } from '#web/forms/drafts/form-draft.ts'
import type { ReportTyped } from '#web/forms/drafts/typed-lines.ts'
import { useStoredDraft } from '#web/forms/drafts/use-form-draft.ts'
import { useTypedLine } from '#web/forms/saving/use-typed-line.tsx'
import { useTicketPrefix } from '#web/inputs/ticket.tsx'
import { useShopProfile } from '#web/inputs/use-shop-profile.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { type ReplyForm, replyDraftKey, replyForm } from './form.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './messaging-texts.ts'

type ReplyProps = {
  shopId: string
  orderId: string
  /** What the customer wrote and nobody read; answering reads it. */
  unread: readonly Message[]
  /** Of a dialog that saves what is typed; without it the draft is kept. */
  report?: ReportTyped | undefined
}

/** Answers a customer by text message, or by e-mail where they have no phone; also offline. */
export function ReplyLine(props: ReplyProps) {
  const stored = useStoredDraft(replyDraftKey(props.orderId))
  const profile = useShopProfile(props.shopId)
  const order = useRow('orders', props.orderId)
  const customer = useRow('customers', order.state === 'ready' ? (order.row?.customerId ?? null) : null)
  if (stored.state === 'loading' || order.state === 'loading' || customer.state === 'loading') return null
  if (order.row === undefined || customer.row === undefined) return null
  const way = toWay(customer.row)
  if (way === undefined) return <p className="text-sm text-muted wrap-anywhere">{toReason(customer.row)}</p>
  return <TypedReply {...props} order={order.row} way={way} language={toCustomerLanguage(customer.row, profile)} draftKey={stored.key} draft={stored.draft} />
}

type Way = { channel: MessageChannel; to: string }

function toWay(customer: Customer): Way | undefined {
  if (customer.noMessages) return undefined
  const ways = messageChannels.map((channel) => ({ channel, to: toCustomerAddress(channel, customer) }))
  return ways.find((way): way is Way => way.to !== null)
}

const toReason = ({ name, noMessages }: Customer): string => (noMessages ? t.noMessages({ name }) : t.noAddress({ name }))

type TypedReplyProps = ReplyProps & { order: Order; way: Way; /** The customer's. */ language: Language; draftKey: string; draft: FormDraft | undefined }

function TypedReply({ shopId, orderId, unread, report = reportNothing, order, way, language, draftKey, draft }: TypedReplyProps) {
  const prefix = useTicketPrefix(shopId)
  const { form, save, onKeyDown, question } = useTypedLine<ReplyForm>({
    shopId,
    schema: replyForm.schema,
    draftKey,
    draft,
    makeEmpty: () => replyForm.empty,
    first: 'text',
    toOps: (typed) => {
      const subject = way.channel === 'email' ? toReplySubject(toPrintedTicket(order, prefix), language) : null
      return [
        { action: 'create', collection: 'messages', values: { orderId, ...way, subject, ...replyForm.toValues(typed) } },
        ...unread.map(({ id }) => ({ action: 'update', collection: 'messages', id, values: { state: 'read' } }) as const),
      ]
    },
    texts: { success: t.written(), failure: t.writeFailed(), save: t.sendAnswer() },
    report,
  })
  const { errors, isDirty, isSubmitting } = form.formState
  return (
    <div role="group" aria-label={t.answer()} data-own-escape={isDirty || undefined} onKeyDown={onKeyDown} className="flex flex-col gap-2">
      <div className="flex items-start gap-2">
        <Field label={t.yourAnswer()} labelHidden error={errors.text?.message} className="flex-1">
          <TextArea rows={1} placeholder={t.answerBy[way.channel]()} {...form.register('text')} />
        </Field>
        <Button onClick={() => void save()} aria-busy={isSubmitting || undefined} aria-keyshortcuts="Control+Enter">
          <Send aria-hidden="true" />
          {common.send()}
        </Button>
      </div>
      {question}
    </div>
  )
}

const reportNothing: ReportTyped = () => undefined
