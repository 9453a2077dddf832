import type { Bootstrap, DigestAnswer, DigestRequest, Heads, LiveRows, Op, PullRequest, PullResponse, PushRequest, PushResponse } from '#schema/api/sync.ts'
import type { LeasedNumbers, LeaseNumbers } from '#schema/api/numbers.ts'
import type { FilePart, FilePlace } from '#web/device/platform/server-port.ts'
import type { Json } from '#schema/values/merge.ts'
import type { Step } from './plan.ts'
import type { DiskContent } from './tablet/local-disk.ts'

/** What the simulation and one tablet say to each other. The tablet rests completely before it answers. */

export type Command =
  /** A new, empty tablet. */
  | { kind: 'replace'; seed: number; tablet: number }
  | { kind: 'open'; userId: string; crashAtWrite?: number | undefined }
  | { kind: 'crash' }
  | { kind: 'arm-crash'; writes: number | undefined }
  | { kind: 'step'; step: Step }
  | { kind: 'answer'; requestId: string; answer: Answer }
  | { kind: 'timer'; timerId: number }
  | { kind: 'live'; streamId: string; event: LiveEvent }
  | { kind: 'wake'; reason: 'online' | 'offline' }
  | { kind: 'resume' }
  | { kind: 'look' }
  | { kind: 'read-disk' }

export type RequestBody =
  | { path: 'bootstrap' }
  | { path: 'pull'; body: PullRequest }
  | { path: 'push'; body: PushRequest }
  | { path: 'digest'; body: DigestRequest }
  | { path: 'numbers'; body: LeaseNumbers }
  | { path: 'file-put'; body: FilePlace & { part: FilePart; base64: string } }

export type FileTaken = { isTaken: true }

export type Answer =
  | { state: 'ok'; body: Bootstrap | PullResponse | PushResponse | DigestAnswer | LeasedNumbers | FileTaken }
  | { state: 'offline' }
  | { state: 'signed-out' }
  | { state: 'refused'; code: string; message: string }

export type LiveEvent =
  | { name: 'open' }
  | { name: 'heads'; heads: Heads }
  | { name: 'rows'; rows: LiveRows }
  | { name: 'access' }
  | { name: 'echo' }
  | { name: 'error' }

/** What the tablet wants of the world. */
export type Wish =
  | ({ kind: 'request'; requestId: string } & RequestBody)
  | { kind: 'timer'; timerId: number; durationMs: number }
  | { kind: 'live-open'; streamId: string }
  | { kind: 'live-close'; streamId: string }
  | { kind: 'crashed' }

/** One thing that a person meant, with what they saw of the row before. */
export type Intent =
  | { action: 'create'; collection: string; id: string; values: Record<string, Json> }
  /** `isStale`: in a form that was left open since. */
  | { action: 'update'; collection: string; id: string; seen: Record<string, Json>; values: Record<string, Json>; isStale?: boolean }
  | { action: 'delete'; collection: string; id: string }

/** `none`: there was nothing to do it to. `unknown`: the page died meanwhile. */
export type StepOutcome = { state: 'written'; mutationId: string | null } | { state: 'refused-here' } | { state: 'unknown' } | { state: 'none' }

/** What became of a step on the device. `ids`: every id that was made while it was written. `file`: the content that it added. */
export type StepReport = { shopId: string; intents: Intent[]; ids: string[]; file?: AddedFile | undefined } & StepOutcome

/** `values` of its row. */
export type AddedFile = FilePlace & { values: Record<string, Json>; base64: string }

export type Look = {
  waiting: { mutationId: string; ops: Op[] }[]
  rows: Record<string, Record<string, Json> | null>
  refusedIds: string[]
  status: string
}

export type Reply = {
  wishes: Wish[]
  step?: StepReport
  look?: Look | undefined
  disk?: DiskContent
  /** After `answer`: the page that asked for it was there. */
  isHeard?: boolean
  /** A refused step that the person retried or discarded. */
  discardedRefusedId?: string | undefined
  /** A fault of the harness or of the product that no promise carried. */
  problem?: string
}
