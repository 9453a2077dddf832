/** The longest pause between a scanner's keys; fast typists need twice as long. */
export const burstGapMs = 50

/** Two fingers on adjacent keys can type fewer keys than this as fast. */
export const burstMin = 3

type BurstPress = { key: string; ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean }

/**
 * Distinguishes a scanner from typing: takes each key with its time, and returns the text when Enter ends a burst.
 * Ignores Shift and Caps Lock, which come between a scanner's letters.
 */
export function createBurstReader() {
  let text = ''
  let lastAtMs = Number.NEGATIVE_INFINITY
  return {
    press({ key, ctrlKey, metaKey, altKey }: BurstPress, atMs: number): string | undefined {
      if (key === 'Shift' || key === 'CapsLock') return undefined
      const isInTime = atMs - lastAtMs <= burstGapMs
      const before = isInTime ? text : ''
      lastAtMs = atMs
      text = ''
      if (ctrlKey || metaKey || altKey) return undefined
      if (key === 'Enter') return [...before].length >= burstMin ? before : undefined
      if ([...key].length === 1) text = before + key
      return undefined
    },
  }
}
