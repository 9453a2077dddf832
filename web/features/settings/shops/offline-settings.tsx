import type { OfflineEntryForm } from './offline-entry-form.ts'
import { offlineDaysDefault } from '#schema/rules/access/offline-entry.ts'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'

type OfflineSettingsProps = { value: OfflineEntryForm; onChange: (next: OfflineEntryForm) => void; problem: string | undefined }

/** Opening offline in Order Config: for how long a device opens without the server, and whether with a PIN. */
export function OfflineSettings({ value, onChange, problem }: OfflineSettingsProps) {
  return (
    <section aria-label="Opening offline" className="mt-6 flex flex-col gap-4 border-t border-line pt-3">
      <div>
        <h3 className="font-semibold">Opening offline</h3>
        <p className="text-sm text-muted">Without the server a device opens for the person who used it last. Sending always needs a sign-in.</p>
      </div>
      <Field
        label="Days offline"
        hint="After so many days without the server a device asks to connect and sign in. What was saved on it is kept. From 1 to 365."
        error={problem}
      >
        <TextField
          className="max-w-60"
          numeric
          inputMode="numeric"
          autoComplete="off"
          placeholder={String(offlineDaysDefault)}
          value={value.days}
          onChange={({ target }) => onChange({ ...value, days: target.value })}
        />
      </Field>
      <Checkbox
        label="Ask for a PIN when opening offline"
        hint="Each person sets one on each device. It locks the screen and encrypts nothing: whoever can take a device apart can read what is on it. Needs https."
        checked={value.asksPin}
        onChange={({ target }) => onChange({ ...value, asksPin: target.checked })}
      />
    </section>
  )
}
