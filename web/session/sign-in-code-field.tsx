import { type Ref, useState } from 'react'
import { Field } from '#web/ui/controls/field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { t } from './sign-in-texts.ts'

type SignInCodeFieldProps = {
  value: string
  onChange: (code: string) => void
  error?: string | undefined
  autoFocus?: boolean | undefined
  inputRef?: Ref<HTMLInputElement> | undefined
  /** False before recovery codes exist. */
  takesRecoveryCode?: boolean | undefined
}

/** Takes six digits from the authenticator app, with a numeric keyboard, or a recovery code, which has letters too. */
export function SignInCodeField({ value, onChange, error, autoFocus, inputRef, takesRecoveryCode = true }: SignInCodeFieldProps) {
  const [isRecovery, setIsRecovery] = useState(false)
  return (
    <div className="flex flex-col items-start gap-1">
      <Field
        label={isRecovery ? t.recoveryCode() : t.appCode()}
        required
        error={error}
        hint={isRecovery ? t.recoveryCodeHint() : t.appCodeHint()}
        className="w-full"
      >
        <TextField
          ref={inputRef}
          name="code"
          autoComplete="one-time-code"
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoCapitalize={isRecovery ? 'characters' : 'none'}
          autoCorrect="off"
          spellCheck={false}
          maxLength={40}
          numeric
          autoFocus={autoFocus}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      {takesRecoveryCode && (
        <button
          type="button"
          className="-mb-2 min-h-11 text-sm text-accent-ink underline underline-offset-2"
          onClick={() => {
            setIsRecovery(!isRecovery)
            onChange('')
          }}
        >
          {isRecovery ? t.useAppCode() : t.useRecoveryCode()}
        </button>
      )}
    </div>
  )
}
