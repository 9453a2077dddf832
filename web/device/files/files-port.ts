import type { FilePlace } from '../platform/server-port.ts'
import type { FileFacts } from './files-store.ts'

/** What files ask of the rows of this device. */
export type FileRows = {
  /** A change of the row waits for the server. */
  isWaiting: (id: string) => boolean
  /** The row lives on this device. */
  isHere: (id: string) => Promise<boolean>
  /** The row says that the server has its content. */
  isStored: (id: string) => Promise<boolean>
  /** The server refused the row, and that lies under "Needs attention". */
  isRefused: (id: string) => boolean
  /** Rows whose refusal the person discarded, as long as they can put it back. */
  discardedIds: () => ReadonlySet<string>
  /** Writes the rows of contents that an order's form left behind; the order must be here. */
  write: (entries: readonly WritableFile[]) => Promise<void>
  isOrderHere: (orderId: string) => Promise<boolean>
  /** All rows of the person have been fetched: what is not here is nowhere. */
  isComplete: () => Promise<boolean>
  /** Contents that this device shows by itself: of unfinished orders. */
  listOpenOrders: () => Promise<FilePlace[]>
  /** Resolves when nobody is in the middle of saving; after a few seconds at the latest. */
  whenCalm: (signal: AbortSignal) => Promise<void>
  /** Tells that changes left the outbox or came, or that rows changed. */
  subscribe: (listener: () => void) => () => void
}

export type WritableFile = { id: string; shopId: string; orderId: string; facts: FileFacts }

/** The part of `navigator.connection` that is used; missing in most browsers. */
export type NetworkPort = { isSaving: () => boolean; subscribe: (listener: () => void) => () => void }

type BrowserConnection = EventTarget & { saveData?: boolean; type?: string }

/** A network that costs by the byte, or a person who wants to save: large things wait for a word. */
export function browserNetwork(): NetworkPort {
  const connection = typeof navigator === 'undefined' ? undefined : (navigator as Navigator & { connection?: BrowserConnection }).connection
  return {
    isSaving: () => connection?.saveData === true || connection?.type === 'cellular',
    subscribe(listener) {
      connection?.addEventListener('change', listener)
      return () => connection?.removeEventListener('change', listener)
    },
  }
}

/** How contents stand, in few words. `waiting` counts those that the server lacks and is to get; `sendingId`: the one on its way. */
export type FilesProgress = {
  waiting: number
  troubled: number
  drafted: number
  isSaving: boolean
  sendingId: string | null
  /** Those that this person left here under seal, which are not open yet; `isSealLost`: the server has no key for some of them. */
  sealed: number
  isSealLost: boolean
  /** The browser removed them before the server had them; `unstored`: those that this page alone still holds. */
  lost: number
  unstored: number
}
