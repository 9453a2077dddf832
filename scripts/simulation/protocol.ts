import type { Bootstrap, DigestAnswer, DigestRequest, Heads, LiveRows, Op, PullRequest, PullResponse, PushRequest, PushResponse } from '#schema/api/sync.ts'
import type { LeasedNumbers, LeaseNumbers } from '#schema/api/numbers.ts'
import type { FilePart, FilePlace } from '#web/device/platform/server-port.ts'
import type { Json } from '#schema/values/merge.ts'
import type { Step } from './plan.ts'
import type { DiskContent, DiskImage } from './tablet/local-disk.ts'

/** What the simulation and the thread of one tablet say to each other. The thread rests completely before it answers. */

export type Command =
  /** `profile`: it begins as the copy of another one, whose device id it has. */
  | { kind: 'replace'; seed: number; tablet: number; profile?: Profile | undefined }
  | { kind: 'copy-profile' }
  | { kind: 'open'; userId: string; crashAtWrite?: number | undefined }
  | { kind: 'close'; isWipe: boolean }
  | { kind: 'crash' }
  | { kind: 'arm-crash'; writes: number | undefined }
  | { kind: 'fill-disk'; writes: number }
  /** The browser removes everything of the user under the open page. */
  | { kind: 'clear-disk' }
  | { kind: 'step'; step: Step; deleted: DeletedRow[] }
  | { kind: 'answer'; requestId: string; answer: Answer }
  | { kind: 'timer'; timerId: number }
  | { kind: 'live'; streamId: string; event: LiveEvent }
  | { kind: 'wake'; reason: 'online' | 'offline' | 'visible' }
  | { kind: 'resume' }
  | { kind: 'look' }
  | { kind: 'read-disk' }
  /** The file of unsent work. */
  | { kind: 'export-unsent' }
  | { kind: 'import-unsent'; text: string }

/** All that a browser keeps for the app. */
export type Profile = { deviceId: string; disk: DiskImage; notes: [key: string, value: string][] }

/** `deletions`: the steps that hold it deleted. */
export type DeletedRow = { shopId: string; collection: string; id: string; deletions: string[] }

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
  | ForeignAnswer

/** Of somebody who answers in the server's place: as it comes over the wire. */
export type ForeignAnswer = { state: 'foreign'; status: number; mark: string | null; text: string }

export type LiveEvent =
  | { name: 'open' }
  | { name: 'heads'; heads: Heads }
  | { name: 'rows'; rows: LiveRows }
  | { name: 'access' }
  | { name: 'echo' }
  | { name: 'error' }

/** What the thread wants of the world. */
export type Wish =
  | ({ kind: 'request'; requestId: string } & RequestBody)
  | { kind: 'timer'; timerId: number; durationMs: number }
  | { kind: 'live-open'; streamId: string }
  | { kind: 'live-close'; streamId: string }
  | { kind: 'crashed' }

/** One thing that a person meant, with what they saw of the row before. */
export type Intent =
  | { action: 'create'; collection: string; id: string; values: Record<string, Json> }
  | { action: 'update'; collection: string; id: string; seen: Record<string, Json>; values: Record<string, Json> }
  | DeleteIntent
  | { action: 'restore'; collection: string; id: string; deletion?: string | undefined }

/**
 * `seen`: the server's number of each row that the screen showed, of the row and what hangs on it. `anyway`: what it showed when they
 * first asked. `into`: of a customer, who takes over.
 */
export type DeleteIntent = {
  action: 'delete'
  collection: string
  id: string
  seen?: Record<string, number> | undefined
  anyway?: Record<string, number> | undefined
  into?: string | undefined
}

/** `none`: there was nothing to do it to. `unknown`: the page died meanwhile. */
export type StepOutcome = { state: 'written'; mutationId: string | null } | { state: 'refused-here'; code: string } | { state: 'unknown' } | { state: 'none' }

/** What became of one of several acts. */
export type ActReport = { intents: Intent[]; undoes?: string | undefined } & StepOutcome

/** What became of a mutation on the device. `ids`: every id that was made while it was written. */
export type StepReport = {
  shopId: string
  intents: Intent[]
  /** The deletion that this undoes and that may never have left the tablet. */
  undoes?: string | undefined
  ids: string[]
  /** The device's clock. */
  at: number
  /** The form that it was typed into. */
  form?: TypedForm | undefined
  /** The content that it added. */
  file?: AddedFile | undefined
  /** What lay on the shelves just before and after it. */
  shelves?: { before: Shelf; after: Shelf } | undefined
  /** Of a step that does several things, each a mutation of its own. */
  acts?: ActReport[] | undefined
} & StepOutcome

/** What a tablet shows of parts and of the lines that hold them, each by its id. */
export type Shelf = {
  /** `withHeld`: with the pieces that living lines hold. */
  parts: Record<string, { count: number; withHeld: number }>
  lines: Record<string, ShelfLine>
  /** Of lines that something waiting has changed or taken along: the server's last word, null where it has none. */
  told: Record<string, ShelfLine | null>
  /** The waiting steps that name a line. */
  waiting: Record<string, string[]>
}

/** `partId`: null where it takes nothing from the shelf. `seq`: of the server's word that it rests on. */
export type ShelfLine = { orderId: string; partId: string | null; quantity: number; seq: number }

/** `values` of its row. `isDamaged`: its bytes are not those that the row names. */
export type AddedFile = FilePlace & { userId: string; values: Record<string, Json>; base64: string; isDamaged: boolean }

/** `isKept`: the tablet said that what was typed is kept. */
export type TypedForm = { token: number; isKept: boolean }

/** `actId`: the step that the form becomes. `heldIds`: steps that the tablet holds, waiting or refused. */
export type OfferedForms = { offered: { token: number; actId: string | undefined }[]; heldIds: string[] }

export type Look = {
  /** Shops that the device knows its user to see. */
  shops: string[]
  waiting: { mutationId: string; shopId: string; ops: Op[] }[]
  rows: Record<string, Record<string, Json> | null>
  /** Of parts whose count something that waits has moved: what is shown, and what the server said. */
  counts: Record<string, { shown: number; told: number }>
  refusedIds: string[]
  status: string
}

export type Reply = {
  wishes: Wish[]
  isOpen: boolean
  step?: StepReport
  look?: Look
  disk?: DiskContent
  profile?: Profile
  /** The text of the file of unsent work. */
  unsent?: string | undefined
  /** What an opened app offers. */
  forms?: OfferedForms | undefined
  /** After `clear-disk`: there was something to remove, and nothing that kept it from being stored again. */
  isCleared?: boolean | undefined
  /** Unsent and refused steps, and contents that the server lacks, after `close`. */
  left?: { unsent: number; refused: number; files: number }
  /** After `answer`: the page that asked for it was there. */
  isHeard?: boolean
  /** A refused step that the person retried or discarded. */
  discardedRefusedId?: string | undefined
  /** A fault of the harness or of the product that no promise carried. */
  problem?: string
}
