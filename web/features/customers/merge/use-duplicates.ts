import { useEffect, useState } from 'react'
import type { Customer } from '#schema/collections/work/customers.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useShopCountryCode } from '#web/inputs/shop-format.tsx'
import { type GroupMember, type LikelyCustomer, readDuplicateGroups, readDuplicatesOf } from './read-duplicates.ts'

/** Changes come in bursts, while rows are fetched for instance. */
const settleMs = 300
/** A count beside other work takes its time. */
const restMs = 10_000

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

export type DuplicateGroups = { state: 'loading' | 'failed' } | { state: 'ready'; groups: readonly GroupMember[][] }

/** All of the shop who may be one customer, live; `pace`: how soon behind changes. */
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

/** Reads now and behind each burst of changes; one reading ends before the next begins. */
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
