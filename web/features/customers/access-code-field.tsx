import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { t } from './customer-edit-texts.ts'

/** The pending edit of the access code; it is sent only to the server and never stored in a draft. */
type AccessCodeEdit = { code: string; isRemoved: boolean }

export const unchangedAccessCode: AccessCodeEdit = { code: '', isRemoved: false }

export const hasAccessCodeEdit = ({ code, isRemoved }: AccessCodeEdit): boolean => isRemoved || code.trim() !== ''

const mask = '••••••••'

type AccessCodeFieldProps = {
  /** The server holds a code, which cannot be read back. */
  hasCode: boolean
  value: AccessCodeEdit
  onValueChange: (value: AccessCodeEdit) => void
  isOnline: boolean
  error?: string | undefined
}

/** A stored code shows as a mask that clears on focus; leaving the input empty keeps the code. */
export function AccessCodeField({ hasCode, value, onValueChange, isOnline, error }: AccessCodeFieldProps) {
  const [isShown, setIsShown] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const { code, isRemoved } = value
  const showsMask = hasCode && !isRemoved && !isFocused && code === ''
  return (
    <div className="flex flex-col gap-1">
      <Field
        label={t.accessCode()}
        error={error}
        hint={isOnline ? (code !== '' ? t.codeNotStored() : isRemoved ? t.codeIsRemoved() : hasCode ? t.keepCodeHint() : undefined) : t.codeOnlineOnly()}
      >
        <TextField
          type={isShown && code !== '' ? 'text' : 'password'}
          autoComplete="new-password"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          disabled={!isOnline}
          placeholder={showsMask ? mask : undefined}
          value={code}
          onFocus={() => setIsFocused(true)}
          onBlur={() => setIsFocused(false)}
          onChange={(event) => onValueChange({ code: event.target.value, isRemoved: false })}
          trail={
            <button
              type="button"
              aria-label={isShown ? t.hideCode() : t.showCode()}
              aria-pressed={isShown}
              className="flex size-11 items-center justify-center rounded-md hover:text-ink"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => setIsShown(!isShown)}
            >
              {isShown ? <EyeOff aria-hidden="true" className="size-5" /> : <Eye aria-hidden="true" className="size-5" />}
            </button>
          }
        />
      </Field>
      {hasCode && isOnline && (
        <Button
          variant="ghost"
          className="self-start px-2 text-sm"
          onClick={() => onValueChange(isRemoved ? unchangedAccessCode : { code: '', isRemoved: true })}
        >
          {isRemoved ? t.keepCode() : t.removeCode()}
        </Button>
      )}
    </div>
  )
}
