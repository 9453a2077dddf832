import { useState } from 'react'

type Pending<T> = { value: T; storedBefore: T }

/** Shows the chosen value until the stored one changes, without waiting for the disk; reverts when `write` resolves with `ok: false`. */
export function usePendingValue<T>(stored: T): [shown: T, choose: (value: T, write: () => Promise<{ ok: boolean }>) => void] {
  const [pending, setPending] = useState<Pending<T>>()
  if (pending !== undefined && (pending.storedBefore !== stored || pending.value === stored)) setPending(undefined)
  const choose = (value: T, write: () => Promise<{ ok: boolean }>): void => {
    const own = { value, storedBefore: stored }
    setPending(own)
    void write().then(({ ok }) => !ok && setPending((current) => (current === own ? undefined : current)))
  }
  return [pending === undefined ? stored : pending.value, choose]
}
