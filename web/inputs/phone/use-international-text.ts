import { useRef, useState } from 'react'
import type { dropRepeatedCode, PhonePair, splitInternationalPhone } from '#schema/rules/customers/international-phone.ts'
import { keepDigits, phoneMaxDigits } from '#schema/rules/customers/phone.ts'

type Rules = { splitInternationalPhone: typeof splitInternationalPhone; dropRepeatedCode: typeof dropRepeatedCode }

// The library's table of countries is half as large as the portal: it comes when somebody is about to type a number.
let rules: Rules | undefined
let loading: Promise<Rules | undefined> | undefined

function loadRules(): Promise<Rules | undefined> {
  loading ??= import('#schema/rules/customers/international-phone.ts').then(
    (loaded) => (rules = loaded),
    () => {
      // Not here yet and no network: the next number asks again.
      loading = undefined
      return undefined
    },
  )
  return loading
}

const beginsWithPlus = (text: string): boolean => /^[\s(]*[+＋]/.test(text)
const beginsWithZeros = (text: string): boolean => /^[\s(]*00/.test(text)

/**
 * What stands in a phone field while a number with its own country code is typed or pasted there: the text as it is, until the
 * number is whole; `onPair` hears of each step, so that what is saved in between is right too.
 */
export function useInternationalText(onPair: (pair: PhonePair) => void) {
  const [text, setText] = useState<string | null>(null)
  const latest = useRef<{ text: string; isPasted: boolean; countryCode: string } | null>(null)
  /** The code that stood beside before a number with its own began: it is back when that is taken back. */
  const codeBefore = useRef('')

  const read = (): void => {
    const typed = latest.current
    if (typed === null || rules === undefined) return
    const split = rules.splitInternationalPhone(typed.text)
    if (beginsWithPlus(typed.text)) {
      onPair(split ?? { countryCode: typed.countryCode, phone: textToDigits(typed.text) })
      if (split?.isComplete === true) finish()
    } else if (split?.isComplete === true) {
      onPair(split)
      finish()
    } else if (typed.isPasted) {
      const digits = textToDigits(typed.text)
      const phone = rules.dropRepeatedCode(typed.countryCode, digits)
      if (phone !== digits) onPair({ countryCode: typed.countryCode, phone })
    }
  }

  const finish = (): void => {
    latest.current = null
    setText(null)
  }

  return {
    text,
    prepare: () => void loadRules(),
    end: finish,
    /** Whether the text is shown as it is; else it is digits like any others, and changes by itself if it turns out to be more. */
    take(typed: string, { isPasted, countryCode }: { isPasted: boolean; countryCode: string }): boolean {
      const isShown = beginsWithPlus(typed)
      const wasShown = latest.current !== null && beginsWithPlus(latest.current.text)
      if (isShown && !wasShown) codeBefore.current = countryCode
      if (wasShown && typed === '') onPair({ countryCode: codeBefore.current, phone: '' })
      latest.current = isShown || beginsWithZeros(typed) || isPasted ? { text: typed, isPasted, countryCode } : null
      setText(isShown ? typed : null)
      if (latest.current === null) return false
      if (isShown) onPair({ countryCode, phone: textToDigits(typed) })
      if (rules === undefined) void loadRules().then(read)
      // The input's own change comes first.
      else queueMicrotask(read)
      return isShown
    },
  }
}

const textToDigits = (text: string): string => keepDigits(text).slice(0, phoneMaxDigits)
