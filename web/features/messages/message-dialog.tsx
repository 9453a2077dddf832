import { QrCode } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import type { BootstrapShop, MessageRuleAnswer } from '#schema/api/sync.ts'
import type { Customer } from '#schema/collections/work/customers.ts'
import type { Invoice } from '#schema/collections/work/invoices.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import { findNewMessageIssue, toCustomerAddress } from '#schema/rules/messages/message-states.ts'
import { messageTextMax } from '#schema/values/messages/message-kinds.ts'
import { messageTexts } from '#schema/values/messages/message-texts.ts'
import {
  fillPlaceholders,
  findUnknownPlaceholder,
  finishPlaceholders,
  hasPlaceholder,
  type PlaceholderValues,
  withoutLink,
} from '#schema/values/messages/placeholders.ts'
import { toSampleOrderLink } from '#schema/rules/customers/order-link.ts'
import { toGsmText } from '#schema/values/messages/text-parts.ts'
import { describeTextParts } from '#web/language/text-parts-words.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { useRow } from '#web/device/react/use-row.ts'
import { useFormWrite } from '#web/forms/drafts/refused-source.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { type FormDialogRequest, type FormOpening, useFormOpening } from '#web/forms/form-opening.ts'
import { useAddForm } from '#web/forms/use-add-form.ts'
import { useOrderStatuses } from '#web/inputs/use-status-name.ts'
import { NoSender } from '#web/inputs/no-sender.tsx'
import { useLinkOrigin } from '#web/inputs/shared-origin.tsx'
import { runAction } from '#web/navigation/notify.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { channelChoices, estimateMessageDraftKey, invoiceMessageDraftKey, messageDraftKey, messageForm, type MessageForm } from './form.ts'
import { useOrderMoney } from '#web/device/react/use-answers.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { textToRead, toMessageWords } from './message-words.ts'
import type { Language } from '#schema/language/pick-language.ts'
import { toCustomerLanguage } from '#schema/rules/customers/customer-language.ts'
import { toEstimateMessage, toInvoiceMessage, translateRule } from '#schema/rules/messages/suggested-texts.ts'
import { shopToProfile } from '#schema/rules/shop/profile.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './messaging-texts.ts'
import { setNames } from '#web/language/set-names-texts.ts'

type MessageDialogProps = FormDialogRequest & {
  orderId: string
  /** The order's new status, whose message template fills the form. */
  orderStatusId?: string | undefined
  /** The estimate that the message sends. */
  estimateId?: string | undefined
  /** The issued document that it sends. */
  invoiceId?: string | undefined
  /** Gives its link and QR code instead; undefined while the server is out of reach. */
  onLink?: (() => void) | undefined
}

const labels = messageForm.inputLabels

export function MessageDialog({ orderId, orderStatusId, estimateId, invoiceId, onLink, ...request }: MessageDialogProps) {
  const ofDocument = estimateId === undefined ? invoiceId && invoiceMessageDraftKey(invoiceId) : estimateMessageDraftKey(estimateId)
  const opening = useFormOpening(request, ofDocument ?? messageDraftKey(orderId))
  const invoice = useRow('invoices', invoiceId ?? null)
  const shop = useBootstrap()?.shops.find(({ id }) => id === request.shopId)
  const order = useRow('orders', orderId)
  const customer = useRow('customers', order.state === 'ready' ? (order.row?.customerId ?? null) : null)
  if (opening === undefined || shop === undefined || order.state === 'loading' || customer.state === 'loading') return null
  if (invoiceId !== undefined && invoice.state === 'loading') return null
  if (order.row === undefined || customer.row === undefined) return null
  const language = toCustomerLanguage(customer.row, shopToProfile(shop))
  return (
    <MessageFields
      opening={opening}
      shop={shop}
      order={order.row}
      customer={customer.row}
      statusId={orderStatusId}
      estimateId={estimateId}
      invoiceId={invoiceId}
      sent={toSentDocument(estimateId, invoice.state === 'ready' ? invoice.row : undefined, language)}
      onLink={onLink}
    />
  )
}

/** The document that a message sends. */
type SentDocument = { title: string; subject: string; text: string; linkNeeded: string }

function toSentDocument(estimateId: string | undefined, invoice: Invoice | undefined, language: Language): SentDocument | undefined {
  if (estimateId !== undefined) return { title: t.sendEstimate(), ...toEstimateMessage(language), linkNeeded: messageTexts.estimateLinkNeeded }
  if (invoice === undefined) return undefined
  const title = invoice.kind === 'invoice' ? t.sendInvoice() : t.sendCreditNote()
  return { title, ...toInvoiceMessage(invoice.kind, invoice.number ?? '', language), linkNeeded: messageTexts.invoiceLinkNeeded }
}

type MessageFieldsProps = Pick<MessageDialogProps, 'estimateId' | 'invoiceId' | 'onLink'> & {
  sent: SentDocument | undefined
  opening: FormOpening
  shop: BootstrapShop
  order: Order
  customer: Customer
  statusId: string | undefined
}

function MessageFields({ opening, shop, order, customer, statusId, estimateId, invoiceId, sent, onLink }: MessageFieldsProps) {
  const write = useFormWrite(opening)
  const origin = useLinkOrigin()
  const hasLinks = useBootstrap()?.hasPublicUrl ?? true
  const words = useMessageWords(shop, order, customer)
  const statuses = useOrderStatuses()
  const language = toCustomerLanguage(customer, shopToProfile(shop))
  const rules = sent !== undefined ? [] : (shop.messageRules ?? []).filter(({ text }) => text !== '').map((rule) => translateRule(rule, language))
  const first = rules.find((rule) => rule.orderStatusId === statusId && rule.mode !== 'off') ?? undefined
  const makeEmpty = (): MessageForm => {
    const channel = first?.channel ?? (toCustomerAddress('sms', customer) === null && customer.email !== null ? 'email' : 'sms')
    return {
      ...messageForm.empty,
      channel,
      to: toCustomerAddress(channel, customer) ?? '',
      ...(sent !== undefined ? { subject: sent.subject, text: sent.text } : { subject: first?.subject ?? '', text: first?.text ?? '' }),
    }
  }
  const { form, shell, submit } = useAddForm<MessageForm>(opening, { definition: messageForm, makeEmpty })
  const { errors } = form.formState
  const [channel, subject, text] = useWatch({ control: form.control, name: ['channel', 'subject', 'text'] })
  const fill = (typed: string): string => (words === undefined ? typed : fillPlaceholders(typed, words))
  const set = (values: Partial<MessageForm>): void => {
    for (const [name, value] of Object.entries(values))
      form.setValue(name as keyof MessageForm, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  }
  const take = (rule: MessageRuleAnswer | undefined): void => {
    if (rule === undefined) return
    set({ channel: rule.channel, to: toCustomerAddress(rule.channel, customer) ?? '', subject: rule.subject ?? '', text: rule.text })
  }

  const save = submit(async (typed) => {
    const values = { ...messageForm.toValues(typed), text: fill(typed.text), subject: typed.channel === 'email' ? fill(typed.subject) : null }
    const issue = findNewMessageIssue(values) ?? toUnknownIssue(typed) ?? (sent && toLinkIssue(typed, sent))
    if (issue !== undefined) {
      form.setError(issue.path as keyof MessageForm, { message: issue.message }, { shouldFocus: true })
      return
    }
    const outcome = await runAction({
      run: () =>
        write([{ action: 'create', collection: 'messages', id: opening.refused?.rowIds[0], values: { orderId: order.id, estimateId, invoiceId, ...values } }]),
      success: t.written(),
      failure: t.writeFailed(),
    })
    await shell.finish(outcome)
  })
  const preview = channel === 'sms' ? toGsmText(fill(text)) : fill(text)
  const counted = finishPlaceholders(preview, { link: toSampleOrderLink(origin, shop.code) })
  return (
    <FormDialog
      title={sent?.title ?? t.writeToCustomer()}
      size="md"
      shell={shell}
      onSubmit={() => void save()}
      submitText={common.send()}
      cannotSubmit={customer.noMessages}
    >
      <div className="flex flex-col gap-4">
        {sent !== undefined && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
            <Button disabled={onLink === undefined} onClick={onLink}>
              <QrCode aria-hidden="true" />
              {t.linkAndQr()}
            </Button>
            {onLink === undefined && t.linkOffline()}
          </div>
        )}
        {customer.noMessages && (
          <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn-ink">
            {t.noMessagesChange({ name: customer.name })}
          </p>
        )}
        {rules.length > 0 && (
          <Field label={t.beginWith()}>
            <Select
              defaultValue={first === undefined ? '' : first.id}
              options={[
                { value: '', label: t.ownText() },
                ...rules.map((rule) => ({
                  value: rule.id,
                  label: t.ruleName({
                    of:
                      rule.orderStatusId === undefined
                        ? setNames.reminder[rule.reminder]()
                        : (statuses.find(({ id }) => id === rule.orderStatusId)?.statusName ?? common.status()),
                    channel: t.channelInText[rule.channel](),
                  }),
                })),
              ]}
              onChange={(event) => take(rules.find(({ id }) => id === event.target.value))}
            />
          </Field>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={labels.channel} error={errors.channel?.message}>
            <Select
              options={channelChoices}
              {...form.register('channel', {
                onChange: (event: { target: { value: string } }) => set({ to: toCustomerAddress(event.target.value, customer) ?? '' }),
              })}
            />
          </Field>
          <Field label={labels.to} required error={errors.to?.message}>
            <TextField autoComplete="off" inputMode={channel === 'email' ? 'email' : 'tel'} {...form.register('to')} />
          </Field>
        </div>
        {channel === 'email' && (
          <Field label={labels.subject} required error={errors.subject?.message}>
            <TextField autoComplete="off" {...form.register('subject')} />
          </Field>
        )}
        <Field
          label={labels.text}
          required
          error={errors.text?.message}
          hint={`${t.characters({ count: preview.length, most: messageTextMax })}${channel === 'sms' ? ` · ${describeTextParts(counted)}` : ''}`}
        >
          <TextArea rows={4} {...form.register('text')} />
        </Field>
        {(preview !== text || fill(subject) !== subject) && (
          <section aria-label={t.preview()} className="rounded-md bg-sunken px-3 py-2">
            <p className="text-sm text-muted">{t.whatCustomerGets()}</p>
            {channel === 'email' && <p className="font-semibold wrap-anywhere">{fill(subject)}</p>}
            <p className="whitespace-pre-wrap wrap-anywhere">
              {textToRead(hasLinks || sent !== undefined ? preview : withoutLink(preview), { estimateId, invoiceId })}
            </p>
          </section>
        )}
        <NoSender channel={channel === 'email' ? 'email' : 'sms'} />
        <Checkbox label={labels.anyHour} hint={t.anyHourHint()} {...form.register('anyHour')} />
      </div>
    </FormDialog>
  )
}

const toLinkIssue = ({ text }: MessageForm, { linkNeeded }: SentDocument): { path: string; message: string } | undefined =>
  hasPlaceholder(text, 'link') ? undefined : { path: 'text', message: linkNeeded }

function toUnknownIssue({ subject, text }: MessageForm): { path: string; message: string } | undefined {
  for (const [path, typed] of Object.entries({ subject, text })) {
    const unknown = findUnknownPlaceholder(typed)
    if (unknown !== undefined) return { path, message: t.unknownPlaceholder({ placeholder: `{${unknown}}` }) }
  }
  return undefined
}

/** Placeholder values for this order, except the link, which the server creates; undefined while loading. */
function useMessageWords(shop: BootstrapShop, order: Order, customer: Customer): Omit<PlaceholderValues, 'link'> | undefined {
  const read = useOrderMoney(shop.id, order.id)
  const { money } = useShopFormat()
  return read && toMessageWords({ shop, order, customer, owed: read.money, money })
}
