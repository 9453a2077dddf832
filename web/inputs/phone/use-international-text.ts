import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { dropRepeatedCode, PhonePair, splitInternationalPhone } from '#schema/rules/customers/international-phone.ts'
import { isAbroad, keepDigits, phoneMaxDigits, setPhoneGroups } from '#schema/values/phone.ts'

type Rules = { splitInternationalPhone: typeof splitInternationalPhone; dropRepeatedCode: typeof dropRepeatedCode }

// The library's country table is half the portal's size, so it loads when a phone field gets the focus.
let rules: Rules | undefined
let loading: Promise<Rules | undefined> | undefined
const loadListeners = new Set<() => void>()

export function loadRules(): Promise<Rules | undefined> {
  loading ??= import('#schema/rules/customers/international-phone.ts').then(
    (loaded) => {
      rules = loaded
      setPhoneGroups(loaded.groupPhone)
      for (const listener of loadListeners) listener()
      return rules
    },
    () => {
      // Offline the import fails; the next phone field tries again.
      loading = undefined
      return undefined
    },
  )
  return loading
}

const subscribe = (onLoad: () => void): (() => void) => {
  loadListeners.add(onLoad)
  return () => loadListeners.delete(onLoad)
}

/** Renders a phone of this country again, in its groups, once their table is here. */
export function usePhoneGroups(countryCode: string | null): void {
  useSyncExternalStore(subscribe, () => rules !== undefined)
  const isNeeded = isAbroad(countryCode)
  useEffect(() => {
    if (isNeeded) void loadRules()
  }, [isNeeded])
}

const beginsWithPlus = (text: string): boolean => /^[\s(]*[+＋]/.test(text)
const beginsWithZeros = (text: string): boolean => /^[\s(]*00/.test(text)

/**
 * A phone field's text while a number with its own country code is typed or pasted: shown unchanged until complete.
 * `onPair` is called at each step, so that a draft stored in between is right.
 */
export function useInternationalText(onPair: (pair: PhonePair) => void) {
  const [text, setText] = useState<string | null>(null)
  const latest = useRef<{ text: string; isPasted: boolean; countryCode: string } | null>(null)
  /** The previous country code, restored when the number is removed again. */
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
    /**
     * Returns whether the text is shown unchanged; otherwise the caller keeps its digits, and `onPair` corrects them if
     * a country code is found.
     */
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
      // After the caller's own change of value, which would overwrite the pair.
      else queueMicrotask(read)
      return isShown
    },
  }
}

const textToDigits = (text: string): string => keepDigits(text).slice(0, phoneMaxDigits)
