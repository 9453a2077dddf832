import { useEffect, useState } from 'react'
import type { Customer } from '#schema/collections/work/customers.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useShopCountryCode } from '#web/inputs/shop-format.tsx'
import { type GroupMember, type LikelyCustomer, readDuplicateGroups, readDuplicatesOf } from './read-duplicates.ts'

/** Debounces bursts of changes, such as during a sync. */
const settleMs = 300
/** Delay for a background count. */
const restMs = 10_000

const noDuplicates: readonly LikelyCustomer[] = []

export function useDuplicatesOf(shopId: string, customer: Customer): readonly LikelyCustomer[] {
  const device = useDevice()
  const ownCode = useShopCountryCode()
  const [found, setFound] = useState<{ customer: Customer; likely: readonly LikelyCustomer[] }>()
  useEffect(
    () =>
      readAnew(
        (listener) => device.rows.watchCollection('customers', listener),
        async (signal) => {
          const likely = await readDuplicatesOf(device, shopId, customer, ownCode)
          if (!signal.aborted) setFound({ customer, likely })
        },
      ),
    [device, shopId, customer, ownCode],
  )
  return found?.customer.id === customer.id ? found.likely : noDuplicates
}

type DuplicateGroups = { state: 'loading' | 'failed' } | { state: 'ready'; groups: readonly GroupMember[][] }

/** All duplicate groups of the shop, live; `pace`: how soon it follows changes. */
export function useDuplicateGroups(shopId: string, pace: 'at-once' | 'at-rest' = 'at-once'): DuplicateGroups {
  const device = useDevice()
  const ownCode = useShopCountryCode()
  const [found, setFound] = useState<DuplicateGroups>({ state: 'loading' })
  useEffect(
    () =>
      readAnew(
        (listener) => device.rows.watchCollection('customers', listener),
        async (signal) => {
          try {
            const groups = await readDuplicateGroups(device, shopId, ownCode, signal)
            if (groups !== undefined) setFound({ state: 'ready', groups })
          } catch {
            if (!signal.aborted) setFound({ state: 'failed' })
          }
        },
        pace === 'at-once' ? settleMs : restMs,
      ),
    [device, shopId, ownCode, pace],
  )
  return found
}

/** Reads now and after each burst of changes, one read at a time. */
function readAnew(watch: (listener: () => void) => () => void, read: (signal: AbortSignal) => Promise<void>, waitMs = settleMs): () => void {
  const end = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isReading = false
  let isAsked = false
  const run = async (): Promise<void> => {
    timer = undefined
    if (isReading) return void (isAsked = true)
    isReading = true
    await read(end.signal).catch(() => undefined)
    isReading = false
    if (isAsked && !end.signal.aborted) ask()
    isAsked = false
  }
  const ask = (): void => {
    timer ??= setTimeout(() => void run(), waitMs)
  }
  const stop = watch(ask)
  void run()
  return () => {
    end.abort()
    clearTimeout(timer)
    stop()
  }
}
