import { useEffect } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { WebhookCreated } from '#schema/api/programs/webhooks.ts'
import { createWebhook } from '#web/api/admin-api.ts'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { OnlineForm } from '../online/online-form.tsx'
import { emptyWebhookForm, textToEvents, toggleEvent, type WebhookForm, webhookSchema, webhookToBody } from './webhook-form.ts'
import { eventGroups, wordsByEvent } from './webhook-words.ts'
import { common } from '#web/language/common-texts.ts'
import { settings } from '../all/settings-texts.ts'
import { t } from '../messages/settings-messages-texts.ts'

type AddWebhookProps = { shopId: string; onAdded: (created: WebhookCreated) => void; onCancel: () => void }

export function AddWebhook({ shopId, onAdded, onCancel }: AddWebhookProps) {
  return (
    <OnlineForm
      label={t.hooks.add()}
      formKey={`webhook-add/${shopId}`}
      schema={webhookSchema}
      opened={emptyWebhookForm}
      submitText={t.hooks.add()}
      busyText={settings.adding()}
      send={(form) => createWebhook(shopId, webhookToBody(form))}
      success={undefined}
      failure={t.hooks.addFailed()}
      afterwards="emptied"
      onSent={onAdded}
      cancel={{ text: common.cancel(), onCancel }}
    >
      {(form) => <WebhookFields form={form} />}
    </OnlineForm>
  )
}

function WebhookFields({ form }: { form: UseFormReturn<WebhookForm> }) {
  const { errors } = form.formState
  const text = useWatch({ control: form.control, name: 'events' })
  const chosen = textToEvents(text)
  // On touch the keyboard would cover the form.
  useEffect(() => {
    if (!window.matchMedia('(pointer: coarse)').matches) form.setFocus('url')
  }, [form])
  return (
    <div className="flex flex-col gap-4">
      <Field label={t.hooks.address()} required error={errors.url?.message} hint={t.hooks.addressHint()}>
        <TextField type="url" inputMode="url" autoComplete="off" spellCheck={false} {...form.register('url')} />
      </Field>
      {eventGroups.map(({ title, events }) => (
        <fieldset key={title}>
          <legend className="text-sm font-semibold">{title}</legend>
          <div className="mt-1 grid gap-x-4 sm:grid-cols-2">
            {events.map((event) => (
              <Checkbox
                key={event}
                label={wordsByEvent[event]}
                checked={chosen.includes(event)}
                onChange={({ target }) =>
                  form.setValue('events', toggleEvent(text, event, target.checked), { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
                }
              />
            ))}
          </div>
        </fieldset>
      ))}
      {errors.events?.message !== undefined && (
        <p role="alert" className="text-sm text-danger-ink">
          {errors.events.message}
        </p>
      )}
    </div>
  )
}
