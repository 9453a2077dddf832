/** The longest pause between two keys of a scanner; people who type fast need twice as long. */
export const burstGapMs = 50

/** Fewer keys than this come as fast from two fingers on neighbouring keys, too. */
export const burstMin = 3

type BurstPress = { key: string; ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean }

/**
 * Tells a scanner that types from a person who does: takes each key with its time, and answers the text when Enter ends a burst.
 * Shift and Caps Lock come between the letters of a scanner and count for nothing.
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
