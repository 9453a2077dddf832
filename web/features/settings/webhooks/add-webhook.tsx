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

type AddWebhookProps = { shopId: string; onAdded: (created: WebhookCreated) => void; onCancel: () => void }

export function AddWebhook({ shopId, onAdded, onCancel }: AddWebhookProps) {
  return (
    <OnlineForm
      label="Add webhook"
      formKey={`webhook-add/${shopId}`}
      schema={webhookSchema}
      opened={emptyWebhookForm}
      submitText="Add webhook"
      busyText="Adding..."
      send={(form) => createWebhook(shopId, webhookToBody(form))}
      success={undefined}
      failure="Failed to add webhook"
      afterwards="emptied"
      onSent={onAdded}
      cancel={{ text: 'Cancel', onCancel }}
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
      <Field label="Address" required error={errors.url?.message} hint="Where the program listens, such as https://example.com/mainspring">
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
