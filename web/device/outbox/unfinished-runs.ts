import type { Json } from '#schema/values/merge.ts'
import type { DeviceStore } from '../storage/unsent-store.ts'

export type Run = { runId: string; about: Json }

/** Notes of runs of many acts, stored with their first act and kept until the run ends: a page that is killed leaves them. */
export type DeviceRuns = {
  end: (shopId: string, runId: string) => Promise<void>
  /** Runs that did not end, and those that other tabs are at. */
  list: (shopId: string) => Promise<Run[]>
}

const toPrefix = (shopId: string): string => `run/${shopId}/`

export const runToEntry = (shopId: string, { runId, about }: Run): { key: string; value: Json } => ({ key: toPrefix(shopId) + runId, value: about })

export function createDeviceRuns(store: DeviceStore): DeviceRuns {
  return {
    end: (shopId, runId) => store.meta.delete(toPrefix(shopId) + runId),
    list: async (shopId) => {
      const prefix = toPrefix(shopId)
      const entries = await store.meta.where('key').startsWith(prefix).toArray()
      // Only `runToEntry` makes these keys.
      return entries.map(({ key, value }) => ({ runId: key.slice(prefix.length), about: value as Json }))
    },
  }
}
