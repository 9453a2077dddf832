import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { TextField } from './text-field.tsx'
import { t } from '#web/language/controls-texts.ts'

/** A password with a show/hide button that keeps the caret. */
export function PasswordField(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [isShown, setIsShown] = useState(false)
  return (
    <TextField
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={isShown ? 'text' : 'password'}
      trail={
        <button
          type="button"
          aria-label={isShown ? t.hidePassword() : t.showPassword()}
          className="flex size-11 items-center justify-center rounded-md hover:text-ink"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? <EyeOff aria-hidden="true" className="size-5" /> : <Eye aria-hidden="true" className="size-5" />}
        </button>
      }
    />
  )
}
