import { useSyncExternalStore } from 'react'
import type { TillDay } from '#schema/collections/work/till-days.ts'
import type { DeviceRows } from '#web/device/lists/device-reads.ts'
import { useRow } from '#web/device/react/use-row.ts'

const keyOf = (shopId: string): string => `mainspring-till/${shopId}`

const listeners = new Set<() => void>()

function readId(shopId: string): string | null {
  try {
    return localStorage.getItem(keyOf(shopId))
  } catch {
    return null
  }
}

/** The till into which this device takes money; null for none. */
export function rememberTill(shopId: string, tillId: string | null): void {
  try {
    if (tillId === null) localStorage.removeItem(keyOf(shopId))
    else localStorage.setItem(keyOf(shopId), tillId)
  } catch {
    // Storage is forbidden or full.
  }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const isHere = (till: TillDay | undefined, shopId: string): till is TillDay => till?.state === 'open' && till.shopId === shopId

/** The till into which money goes that is taken now; null for none. */
export async function readOpenTill({ read }: Pick<DeviceRows, 'read'>, shopId: string): Promise<string | null> {
  const id = readId(shopId)
  const till = id === null ? undefined : await read('till_days', id)
  return isHere(till, shopId) ? till.id : null
}

/** This device's till while it is open, live. */
export function useOpenTill(shopId: string): TillDay | undefined {
  const id = useSyncExternalStore(subscribe, () => readId(shopId))
  const found = useRow('till_days', id)
  const till = found.state === 'ready' ? found.row : undefined
  return id !== null && isHere(till, shopId) ? till : undefined
}
