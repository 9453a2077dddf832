export type KeyPress = { key: string; ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean }

/** Longest time until a sequence's second key. */
export const sequenceTimeoutMs = 1000

/** A press as a comparable step: 'g', '?', 'Escape', 'mod+k'. */
function pressToStep({ key, ctrlKey, metaKey, altKey }: KeyPress): string | undefined {
  if (altKey) return undefined
  const name = key.length === 1 ? key.toLowerCase() : key
  return ctrlKey || metaKey ? `mod+${name}` : name
}

/** 'g o' → ['g', 'o']; 'Mod+K' → ['mod+k']. Named keys keep their spelling ('Escape'). */
export function parseHotkey(hotkey: string): string[] {
  return hotkey
    .trim()
    .split(/\s+/)
    .map((step) => {
      const [, modifier, key = ''] = /^(mod\+)?(.+)$/i.exec(step) ?? []
      return (modifier ? 'mod+' : '') + (key.length === 1 ? key.toLowerCase() : key)
    })
}

/**
 * Returns a function that takes each key press and returns the hotkey it completes, or undefined. If one hotkey is a
 * prefix of another ('g' and 'g o'), the shorter one always wins, so do not use both.
 */
export function createHotkeyMatcher(hotkeys: readonly string[]) {
  const parsed = hotkeys.map((hotkey) => ({ hotkey, steps: parseHotkey(hotkey) }))
  let done: string[] = []
  let lastAtMs = Number.NEGATIVE_INFINITY

  return {
    press(press: KeyPress, nowMs: number): string | undefined {
      const step = pressToStep(press)
      if (step === undefined) return undefined
      if (nowMs - lastAtMs > sequenceTimeoutMs) done = []
      lastAtMs = nowMs
      for (const steps of [[...done, step], [step]]) {
        const candidates = parsed.filter((entry) => steps.every((value, index) => entry.steps[index] === value))
        const complete = candidates.find((entry) => entry.steps.length === steps.length)
        if (complete) {
          done = []
          return complete.hotkey
        }
        if (candidates.length > 0) {
          done = steps
          return undefined
        }
      }
      done = []
      return undefined
    },
  }
}
