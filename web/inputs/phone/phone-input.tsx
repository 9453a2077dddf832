import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react'
import type { PhonePair } from '#schema/rules/customers/international-phone.ts'
import { formatPhone, normalizeCountryCode, keepDigits, phoneMaxDigits } from '#schema/values/phone.ts'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { useInternationalText, usePhoneGroups } from './use-international-text.ts'

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

/** `value` holds digits only, shown in the groups of its country while typing. */
export function PhoneInput({ value, onValueChange, countryCode, onPairChange, inputRef, onKeyDown, onFocus, onBlur, ...rest }: PhoneInputProps) {
  const input = useRef<HTMLInputElement | null>(null)
  // A new object per edit, so that the caret is restored even if no digit changed.
  const [edit, setEdit] = useState<{ caret: number } | null>(null)

  const international = useInternationalText(onPairChange)
  usePhoneGroups(countryCode)

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
      value={international.text ?? formatPhone(countryCode, value)}
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
        const { digits, caret } = typedToPhone(event.target.value, event.target.selectionStart ?? event.target.value.length, countryCode)
        setEdit({ caret })
        onValueChange(digits)
      }}
      onKeyDown={(event) => {
        const { selectionStart, selectionEnd, value: text } = event.currentTarget
        if (selectionStart !== null && selectionStart === selectionEnd) {
          const caret = skipSeparator(event.key, text, selectionStart)
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

/** The digits of a typed or pasted text, and the caret's position in the grouped text. */
export function typedToPhone(text: string, caret: number, countryCode: string): { digits: string; caret: number } {
  const digits = keepDigits(text).slice(0, phoneMaxDigits)
  const digitsBeforeCaret = Math.min(keepDigits(text.slice(0, caret)).length, digits.length)
  return { digits, caret: findCaret(formatPhone(countryCode, digits), digitsBeforeCaret) }
}

export function findCaret(grouped: string, digitsBefore: number): number {
  let seen = 0
  for (let index = 0; index < grouped.length; index += 1) {
    if (seen === digitsBefore) return index
    if (!isSeparator(grouped[index])) seen += 1
  }
  return grouped.length
}

const isSeparator = (character: string | undefined): boolean => character !== undefined && /[^\d+]/.test(character)

/** Moves the caret past a separator, so that Backspace or Delete removes a digit; undefined without one at the caret. */
export function skipSeparator(key: string, text: string, caret: number): number | undefined {
  if (key === 'Backspace' && isSeparator(text[caret - 1])) return caret - 1
  if (key === 'Delete' && isSeparator(text[caret])) return caret + 1
  return undefined
}
