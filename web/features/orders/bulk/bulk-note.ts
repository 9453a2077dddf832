import type { DeviceRuns, Run } from '#web/device/outbox/unfinished-runs.ts'
import type { BulkAct } from './bulk-act.ts'

/** The record of a bulk run; it survives the page. */
export type BulkNote = { runId: string; act: BulkAct; ids: readonly string[] }

/** Stored with the first change of a run. */
export const noteToRun = ({ runId, act, ids }: BulkNote): Run => ({ runId, about: { act, ids: [...ids] } })

/** Records of bulk changes, in the device's database. */
export const openBulkNotes = (runs: DeviceRuns, shopId: string) => ({
  end: (runId: string): Promise<void> => runs.end(shopId, runId).catch(() => undefined),
  /** Runs that did not end. */
  list: async (): Promise<BulkNote[]> => (await runs.list(shopId)).map(runToNote),
})

export type BulkNotes = ReturnType<typeof openBulkNotes>

/** Only `noteToRun` makes runs. */
const runToNote = ({ runId, about }: Run): BulkNote => ({ runId, ...(about as unknown as Omit<BulkNote, 'runId'>) })
