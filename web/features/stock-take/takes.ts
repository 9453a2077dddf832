import { useEffect, useMemo, useState } from 'react'
import type { StockCount } from '#schema/collections/stock/stock-counts.ts'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import { useDevice } from '#web/device/react/provider.tsx'

const shownDays = 30

export type Take = { id: string; area: string | null; startedAt: string; counts: readonly StockCount[]; isApplied: boolean }

/** The stock takes of the last days on this device, the latest first; undefined while loading. */
export function useTakes(shopId: string): Take[] | undefined {
  const device = useDevice()
  const [held, setHeld] = useState<{ shopId: string; counts: StockCount[] }>()
  useEffect(() => {
    const fromInstant = new Date(correctedNow().getTime() - shownDays * 24 * 60 * 60 * 1000).toISOString()
    return device.rows.watchRange('stock_counts', shopId, { fromInstant, toInstantExclusive: null }, (counts) => setHeld({ shopId, counts }))
  }, [device, shopId])
  return useMemo(() => (held?.shopId === shopId ? toTakes(held.counts) : undefined), [held, shopId])
}

const toTakes = (counts: readonly StockCount[]): Take[] =>
  [...Map.groupBy(counts, ({ takeId }) => takeId)]
    .map(([id, own]): Take => ({
      id,
      area: own.find(({ area }) => area !== null)?.area ?? null,
      startedAt: own[0]?.createdAt ?? '',
      counts: own,
      isApplied: own.every(({ appliedAt }) => appliedAt !== null),
    }))
    .toSorted((one, other) => (one.startedAt < other.startedAt ? 1 : -1))

/** Pieces of each product, the last counted one first. */
export function sumCounts(counts: readonly StockCount[]): { productId: string; counted: number; last: StockCount }[] {
  const sums = [...Map.groupBy(counts, ({ productId }) => productId)].flatMap(([productId, own]) => {
    const last = own.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1)).at(-1)
    return last === undefined ? [] : [{ productId, counted: own.reduce((sum, { counted }) => sum + counted, 0), last }]
  })
  return sums.toSorted((one, other) => (one.last.createdAt < other.last.createdAt ? 1 : -1))
}
