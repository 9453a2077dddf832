/** The longest pause between a scanner's keys; fast typists need twice as long. */
export const burstGapMs = 50

/** Two fingers on adjacent keys can type fewer keys than this as fast. */
export const burstMin = 3

type BurstPress = { key: string; code?: string; shiftKey?: boolean; ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean }

/**
 * `text`: what the keys mean on this computer's keyboard. `placed`: what they mean by their place on an American one, for a scanner that is
 * set to that: `H)&à'é` on a French keyboard is `H-1042`.
 */
export type Burst = { text: string; placed: string }

const none: Burst = { text: '', placed: '' }

/** These come between the keys of a scanner. */
const betweenKeys = /^(?:Shift|CapsLock|Control|Alt|AltGraph)$/

/** Distinguishes a scanner from typing: takes each key with its time, and returns the burst when Enter or Tab ends it. */
export function createBurstReader() {
  let burst = none
  let lastAtMs = Number.NEGATIVE_INFINITY
  return {
    press(press: BurstPress, atMs: number): Burst | undefined {
      const { key, ctrlKey = false, metaKey = false, altKey = false } = press
      if (betweenKeys.test(key)) return undefined
      const isInTime = atMs - lastAtMs <= burstGapMs
      const before = isInTime ? burst : none
      lastAtMs = atMs
      burst = none
      // Both together are AltGr.
      if (metaKey || ctrlKey !== altKey) return undefined
      if (key === 'Enter' || key === 'Tab') return [...before.placed].length >= burstMin ? before : undefined
      const isSign = [...key].length === 1
      const placed = toPlacedSign(press) ?? (isSign ? key : undefined)
      // A dead key waits for the next one.
      if (placed !== undefined && (isSign || key === 'Dead')) burst = { text: before.text + (isSign ? key : ''), placed: before.placed + placed }
      return undefined
    },
    /** Whether the next key can only be the first of a burst. */
    isNew: (atMs: number): boolean => burst === none || atMs - lastAtMs > burstGapMs,
  }
}

/** Signs of keys without and with Shift. */
const signsByCode: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...')!@#$%^&*('].map((shifted, digit) => [`Digit${digit}`, `${digit}${shifted}`])),
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: `'"`,
  Backquote: '`~',
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  Space: '  ',
}

function toPlacedSign({ code = '', shiftKey = false }: BurstPress): string | undefined {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase()
  return signsByCode[code]?.[shiftKey ? 1 : 0]
}
