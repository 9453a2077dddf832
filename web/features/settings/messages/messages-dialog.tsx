import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { languages } from '#schema/language/compiled/languages.ts'
import type { Language } from '#schema/language/pick-language.ts'
import { orderStatuses } from '#schema/values/order-status.ts'
import { messageChannels, messageModes, type MessageChannel, type ReminderKind, reminderKinds } from '#schema/values/messages/message-kinds.ts'
import { toSampleOrderLink } from '#schema/rules/customers/order-link.ts'
import { toTicket } from '#schema/rules/orders/ticket.ts'
import { codeToTicketPrefix, shopToProfile } from '#schema/rules/shop/profile.ts'
import { finishPlaceholders, hasPlaceholder, placeholders, type PlaceholderValues } from '#schema/values/messages/placeholders.ts'
import { describeTextParts } from '#web/language/text-parts-words.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { useLongestName } from '#web/device/react/use-answers.ts'
import { useLinkOrigin } from '#web/inputs/shared-origin.tsx'
import { NoSender } from '#web/inputs/no-sender.tsx'
import { useStatusNames } from '#web/inputs/use-status-name.ts'
import { shopToFormat } from '#web/inputs/shop-format.tsx'
import { saveMessageRules, tryMessage } from '#web/api/admin-api.ts'
import { BackGuard } from '#web/forms/back-guard.tsx'
import { useClosing } from '#web/forms/use-closing.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { OnlineForm } from '../online/online-form.tsx'
import { OfflineNotice, useOnlineAction } from '../online/online-work.tsx'
import { describeRules, formToRules, modeToText, type Part, reminderToBegin, rulesSchema, type RulesForm, rulesToForm, toRuleField } from './rules-form.ts'
import { toSuggestedReminder, toSuggestedSubject, toSuggestedText } from '#schema/rules/messages/suggested-texts.ts'
import { common } from '#web/language/common-texts.ts'
import { fillNodes } from '#web/language/fill-nodes.tsx'
import { OtherLanguage } from '../all/other-language.tsx'
import { settings } from '../all/settings-texts.ts'
import { t } from './settings-messages-texts.ts'
import { setNames } from '#web/language/set-names-texts.ts'

export function MessagesDialog({ shop, onClose }: { shop: BootstrapShop; onClose: () => void }) {
  const closing = useClosing(onClose)
  return (
    <>
      <Dialog open size="md" title={t.rules.title()} description={shop.name} onCloseRequest={closing.close}>
        <OfflineNotice className="mb-4" />
        <MessageRules shop={shop} onDone={closing.close} />
      </Dialog>
      <BackGuard isActive isClosing={closing.isClosing} onBack={closing.close} />
    </>
  )
}

/** `onDone`: closes the dialog around it. */
export function MessageRules({ shop, onDone }: { shop: BootstrapShop; onDone?: () => void }) {
  const nameOfStatus = useStatusNames()
  return (
    <>
      <p className="mb-4 max-w-200 text-muted">{t.rules.text({ names: placeholders.map((name) => `{${name}}`).join(', ') })}</p>
      <OnlineForm
        label={t.rules.title()}
        formKey={`message-rules/${shop.id}`}
        schema={rulesSchema}
        opened={rulesToForm(shop.messageRules ?? [])}
        submitText={t.rules.save()}
        send={(form) => saveMessageRules(shop.id, formToRules(form))}
        success={t.rules.saved()}
        failure={{ title: settings.saveFailed(), description: t.rules.failed() }}
        afterwards="kept"
        onSent={onDone}
        cancel={onDone && { text: common.cancel(), onCancel: onDone }}
      >
        {(form) => (
          <>
            <ul className="mb-4 border-t border-line">
              {orderStatuses.map(({ id, statusName }) => (
                <TopicRules key={id} form={form} shop={shop} topic={{ id, name: nameOfStatus(id), modes, suggest: (to) => toSuggestedText(statusName, to) }} />
              ))}
            </ul>
            <h2 className="font-semibold">{t.reminders.title()}</h2>
            <p className="mb-2 max-w-200 text-sm text-muted">{t.reminders.text()}</p>
            <ul aria-label={t.reminders.title()} className="mb-4 border-t border-line">
              {reminderKinds.map((kind) => (
                <TopicRules key={kind} form={form} shop={shop} topic={toReminderTopic(kind)} />
              ))}
            </ul>
          </>
        )}
      </OnlineForm>
    </>
  )
}

/** A status or a kind of reminder. */
type Topic = {
  id: string
  name: string
  modes: readonly { value: string; label: string }[]
  suggest: (language: Language) => string
  /** Of a reminder. */
  days?: string
}

const modes = messageModes.map((value) => ({ value, label: modeToText[value] }))

const toReminderTopic = (kind: ReminderKind): Topic => ({
  id: kind,
  name: setNames.reminder[kind](),
  modes: modes.filter(({ value }) => value !== 'ask'),
  suggest: (language) => toSuggestedReminder(kind, language),
  days: reminderToBegin[kind],
})

/** Of the server: where others reach it. */
const addressSetting = 'PUBLIC_URL'

type TopicRulesProps = { form: UseFormReturn<RulesForm>; shop: BootstrapShop; topic: Topic }

function TopicRules({ form, shop, topic }: TopicRulesProps) {
  const typed = useWatch({ control: form.control })
  const { errors } = form.formState
  const hasErrors = Object.keys(errors).some((field) => field.startsWith(topic.id))
  const [isOpen, setIsOpen] = useState(false)
  const summary = describeRules(typed as RulesForm, topic.id)
  return (
    <li className="border-b border-line">
      <details open={isOpen || hasErrors} className="group" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 py-1 hover:bg-hover">
          <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted transition-transform group-open:rotate-90" />
          <span className="font-semibold sm:w-52">{topic.name}</span>
          <span className="text-sm text-muted">{summary === '' ? t.rules.nothing() : summary}</span>
        </summary>
        {(isOpen || hasErrors) && (
          <div className="flex flex-col gap-6 pt-1 pb-5 sm:pl-8">
            {messageChannels.map((channel) => (
              <RuleFields key={channel} form={form} shop={shop} topic={topic} channel={channel} />
            ))}
          </div>
        )}
      </details>
    </li>
  )
}

function RuleFields({ form, shop, topic, channel }: TopicRulesProps & { channel: MessageChannel }) {
  const fieldOf = (part: Part) => toRuleField(topic.id, channel, part)
  const [mode, subject, text] = useWatch({ control: form.control, name: [fieldOf('mode'), fieldOf('subject'), fieldOf('text')] })
  const { errors } = form.formState
  const hasLinks = useBootstrap()?.hasPublicUrl ?? true
  const { language } = shopToProfile(shop)
  const begin = (chosen: string): void => {
    if (chosen === 'off') return
    const options = { shouldDirty: true }
    if (text === '') form.setValue(fieldOf('text'), topic.suggest(language), options)
    if (channel === 'email' && subject === '') form.setValue(fieldOf('subject'), toSuggestedSubject(language), options)
  }
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="sr-only">{channel === 'sms' ? t.rules.smsAt({ topic: topic.name }) : t.rules.emailAt({ topic: topic.name })}</legend>
      <Field label={channel === 'sms' ? t.rules.sms() : t.rules.email()} error={errors[fieldOf('mode')]?.message}>
        <Select options={topic.modes} {...form.register(fieldOf('mode'), { onChange: (event: { target: { value: string } }) => begin(event.target.value) })} />
      </Field>
      {mode !== 'off' && (
        <>
          {topic.days !== undefined && (
            <Field label={topic.days} required error={errors[fieldOf('days')]?.message} className="max-w-64">
              <TextField numeric inputMode="numeric" autoComplete="off" {...form.register(fieldOf('days'))} />
            </Field>
          )}
          {channel === 'email' && (
            <Field label={t.rules.subject()} required error={errors[fieldOf('subject')]?.message}>
              <TextField autoComplete="off" {...form.register(fieldOf('subject'))} />
            </Field>
          )}
          <Field
            label={t.rules.body()}
            required
            error={errors[fieldOf('text')]?.message}
            hint={channel === 'sms' ? <TextCount shop={shop} text={text ?? ''} /> : undefined}
          >
            <TextArea rows={3} {...form.register(fieldOf('text'))} />
          </Field>
          <OtherTexts form={form} shop={shop} topic={topic} channel={channel} />
          {hasPlaceholder(text ?? '', 'link') && !hasLinks && (
            <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn-ink">
              {fillNodes(t.rules.noLinks({ link: '{link}', setting: '{setting}' }), { link: '{link}', setting: <code>{addressSetting}</code> })}
            </p>
          )}
          <NoSender channel={channel} />
          <TryOut shopId={shop.id} channel={channel} subject={subject} text={text} />
        </>
      )}
    </fieldset>
  )
}

/** The message for customers who read another language than the shop writes. */
function OtherTexts({ form: { control, register, formState }, shop, topic, channel }: TopicRulesProps & { channel: MessageChannel }) {
  const typed = useWatch({ control })
  const own = shopToProfile(shop).language
  const fieldOf = (part: Part) => toRuleField(topic.id, channel, part)
  const errorOf = (part: Part): string | undefined => formState.errors[fieldOf(part)]?.message
  const isWrong = (one: Language): boolean => (errorOf(`subject-${one}`) ?? errorOf(`text-${one}`)) !== undefined
  const isWritten = (one: Language): boolean => (typed[fieldOf(`text-${one}`)] ?? '').trim() !== ''
  return (
    <OtherLanguage
      label={t.rules.otherLanguage()}
      hint={t.rules.otherLanguageHint()}
      // Written before the shop changed its language, and still sent.
      own={isWritten(own) ? undefined : own}
      isWritten={isWritten}
      shown={languages.find(isWrong)}
    >
      {(language) => (
        <>
          {channel === 'email' && (
            <Field label={t.rules.subject()} error={errorOf(`subject-${language}`)}>
              <TextField autoComplete="off" lang={language} {...register(fieldOf(`subject-${language}`))} />
            </Field>
          )}
          <Field label={t.rules.body()} error={errorOf(`text-${language}`)}>
            <TextArea rows={3} lang={language} {...register(fieldOf(`text-${language}`))} />
          </Field>
        </>
      )}
    </OtherLanguage>
  )
}

/** How many texts the carrier charges, with the customers' longest name. */
function TextCount({ shop, text }: { shop: BootstrapShop; text: string }) {
  const longestName = useLongestName(shop.id)
  const origin = useLinkOrigin()
  const words: PlaceholderValues = {
    name: longestName ?? t.rules.sampleName(),
    ticket: toTicket(shop.profile?.ticketPrefix ?? codeToTicketPrefix(shop.code), 10_042),
    device: t.sampleDevice(),
    shop: shop.name,
    balance: shopToFormat(shop).money(1_089),
    link: toSampleOrderLink(origin, shop.code),
  }
  return <>{t.rules.countWithName({ count: describeTextParts(finishPlaceholders(text, words)), name: words.name })}</>
}

/** Sends a test message to the user. */
function TryOut({ shopId, channel, subject, text }: { shopId: string; channel: MessageChannel; subject: string; text: string }) {
  const perform = useOnlineAction()
  const [to, setTo] = useState('')
  const [isSending, setIsSending] = useState(false)
  const send = async (): Promise<void> => {
    setIsSending(true)
    const outcome = await perform({
      run: () => tryMessage(shopId, { channel, to: to.trim(), text, ...(channel === 'email' && { subject }) }),
      failure: { title: t.rules.testFailed() },
    })
    // Only a message that left looks like a success.
    if (outcome.ok) showToast({ title: outcome.value.instead ?? t.rules.testSent(), tone: outcome.value.instead === null ? 'success' : 'default' })
    setIsSending(false)
  }
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field label={t.rules.tryOut()} className="min-w-48 flex-1" hint={channel === 'sms' ? t.rules.smsHint() : t.rules.emailHint()}>
        <TextField autoComplete="off" inputMode={channel === 'sms' ? 'tel' : 'email'} value={to} onChange={(event) => setTo(event.target.value)} />
      </Field>
      <Button busy={isSending} disabled={to.trim() === '' || text.trim() === ''} onClick={() => void send()} className="mb-5">
        {t.rules.sendTest()}
      </Button>
    </div>
  )
}
