import type { PortalMessagesForm } from './portal-messages-form.ts'
import { portalDailyMessagesDefault } from '#schema/rules/customers/portal.ts'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { PortalAddress } from './portal-address.tsx'

type PortalSettingsProps = {
  shopCode: string
  isEnabled: boolean
  onEnabledChange: (isEnabled: boolean) => void
  messages: PortalMessagesForm
  onMessagesChange: (messages: PortalMessagesForm) => void
  problems: { [Name in keyof PortalMessagesForm]?: string | undefined }
}

/** The customer portal in Order Config: whether it is on, where it is, and to whom it sends text messages. */
export function PortalSettings({ shopCode, isEnabled, onEnabledChange, messages, onMessagesChange, problems }: PortalSettingsProps) {
  return (
    <section aria-label="Customer portal" className="mt-6 flex flex-col gap-4 border-t border-line pt-3">
      <Checkbox
        label="Enable Customer Portal"
        hint={`Customers see and place their orders at ${window.location.host}/${shopCode}`}
        checked={isEnabled}
        onChange={(event) => onEnabledChange(event.target.checked)}
      />
      {isEnabled && (
        <>
          <PortalAddress shopCode={shopCode} />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label="Countries of text messages"
              hint="Codes for numbers that customers register themselves, such as +1, +44. Empty: the code of most of your customers. Numbers that you entered always get theirs."
              error={problems.countryCodes}
            >
              <TextField
                autoComplete="off"
                value={messages.countryCodes}
                onChange={({ target }) => onMessagesChange({ ...messages, countryCodes: target.value })}
              />
            </Field>
            <Field label="Text messages a day" hint="At most, with all codes of the portal." error={problems.dailyMessages}>
              <TextField
                numeric
                inputMode="numeric"
                autoComplete="off"
                placeholder={String(portalDailyMessagesDefault)}
                value={messages.dailyMessages}
                onChange={({ target }) => onMessagesChange({ ...messages, dailyMessages: target.value })}
              />
            </Field>
          </div>
        </>
      )}
    </section>
  )
}
