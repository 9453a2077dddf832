import { useEffect, useState } from 'react'
import type { Customer } from '#schema/collections/work/customers.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useShopCountryCode } from '#web/inputs/shop-format.tsx'
import { type LikelyCustomer, readDuplicateGroups, readDuplicatesOf } from './read-duplicates.ts'

/** Changes come in bursts, while rows are fetched for instance. */
const settleMs = 300

const noDuplicates: readonly LikelyCustomer[] = []

/** Who may be the same person as the customer, live. */
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

export type DuplicateGroups = { state: 'loading' | 'failed' } | { state: 'ready'; groups: readonly LikelyCustomer[][] }

/** All of the shop who may be one customer, live. */
export function useDuplicateGroups(shopId: string): DuplicateGroups {
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
      ),
    [device, shopId, ownCode],
  )
  return found
}

/** Reads now and behind each burst of changes; one reading ends before the next begins. */
function readAnew(watch: (listener: () => void) => () => void, read: (signal: AbortSignal) => Promise<void>): () => void {
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
    timer ??= setTimeout(() => void run(), settleMs)
  }
  const stop = watch(ask)
  void run()
  return () => {
    end.abort()
    clearTimeout(timer)
    stop()
  }
}
