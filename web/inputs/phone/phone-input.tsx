import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react'
import type { PhonePair } from '#schema/rules/customers/international-phone.ts'
import { formatPhone, normalizeCountryCode } from '#schema/values/phone.ts'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { skipDash, typedToPhone } from './phone-text.ts'
import { useInternationalText } from './use-international-text.ts'

type InputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'ref'> & {
  value: string
  onValueChange: (value: string) => void
  inputRef?: ((input: HTMLInputElement | null) => void) | undefined
}

type PhoneInputProps = InputProps & {
  countryCode: string
  /** A number with its own country code ('+1 (415) …') sets both fields. */
  onPairChange: (pair: PhonePair) => void
}

/** `value` holds digits only, shown grouped 3-3-4 while typing. */
export function PhoneInput({ value, onValueChange, countryCode, onPairChange, inputRef, onKeyDown, onFocus, onBlur, ...rest }: PhoneInputProps) {
  const input = useRef<HTMLInputElement | null>(null)
  // A new object per edit, so that the caret is restored even if no digit changed.
  const [edit, setEdit] = useState<{ caret: number } | null>(null)

  const international = useInternationalText(onPairChange)

  useLayoutEffect(() => {
    if (edit && document.activeElement === input.current) input.current?.setSelectionRange(edit.caret, edit.caret)
  }, [edit])

  return (
    <TextField
      autoComplete="off"
      {...rest}
      numeric
      type="tel"
      inputMode="tel"
      ref={(element) => {
        input.current = element
        inputRef?.(element)
      }}
      value={international.text ?? formatPhone(null, value)}
      onFocus={(event) => {
        international.prepare()
        onFocus?.(event)
      }}
      onBlur={(event) => {
        international.end()
        onBlur?.(event)
      }}
      onChange={(event) => {
        const isPasted = (event.nativeEvent as Partial<InputEvent>).inputType === 'insertFromPaste'
        if (international.take(event.target.value, { isPasted, countryCode })) return
        const { digits, caret } = typedToPhone(event.target.value, event.target.selectionStart ?? event.target.value.length)
        setEdit({ caret })
        onValueChange(digits)
      }}
      onKeyDown={(event) => {
        const { selectionStart, selectionEnd, value: text } = event.currentTarget
        if (selectionStart !== null && selectionStart === selectionEnd) {
          const caret = skipDash(event.key, text, selectionStart)
          if (caret !== undefined) event.currentTarget.setSelectionRange(caret, caret)
        }
        onKeyDown?.(event)
      }}
    />
  )
}

/** Forced to a leading + and at most four digits. */
export function CountryCodeInput({ value, onValueChange, inputRef, ...rest }: InputProps) {
  return (
    <TextField
      autoComplete="off"
      {...rest}
      numeric
      type="tel"
      inputMode="tel"
      ref={inputRef}
      value={value}
      onChange={(event) => onValueChange(normalizeCountryCode(event.target.value))}
    />
  )
}
