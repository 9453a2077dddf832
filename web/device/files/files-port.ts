import type { FilePlace } from '../platform/server-port.ts'
import type { FileFacts } from './files-store.ts'

/** What files need from this device's rows. */
export type FileRows = {
  /** A change of the row is unsent. */
  isWaiting: (id: string) => boolean
  isHere: (id: string) => Promise<boolean>
  /** The row says that the server has its content. */
  isStored: (id: string) => Promise<boolean>
  /** Of these ids, the files whose rows the server has without their content. */
  findUnstored: (ids: readonly string[]) => Promise<WritableFile[]>
  /** The server refused the row; it is under "Needs attention". */
  isRefused: (id: string) => boolean
  /** Rows whose refusal the user discarded and can still restore. */
  discardedIds: () => ReadonlySet<string>
  /** Writes the rows of contents added in an order's form; the order must exist here. */
  write: (entries: readonly WritableFile[]) => Promise<void>
  isOrderHere: (orderId: string) => Promise<boolean>
  /** All of the user's rows are fetched. */
  isComplete: () => Promise<boolean>
  /** Contents of unfinished orders, whose thumbnails this device fetches ahead. */
  listOpenOrders: () => Promise<FilePlace[]>
  /** Resolves when the user is not saving; after a few seconds at the latest. */
  whenCalm: (signal: AbortSignal) => Promise<void>
  subscribe: (listener: () => void) => () => void
}

export type WritableFile = { id: string; shopId: string; orderId: string; facts: FileFacts }

/** The used part of `navigator.connection`; most browsers lack it. */
export type NetworkPort = { isSaving: () => boolean; subscribe: (listener: () => void) => () => void }

type BrowserConnection = EventTarget & { saveData?: boolean; type?: string }

/** A metered network or data saver: large uploads wait for the user's consent. */
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

/** `waiting` counts contents still to be sent; `sendingId`: the one being sent. */
export type FilesProgress = {
  waiting: number
  troubled: number
  drafted: number
  isSaving: boolean
  sendingId: string | null
  /** Sealed contents of this user that are not open yet; `isSealLost`: the server has no key for some of them. */
  sealed: number
  isSealLost: boolean
  /** `lost`: cleared by the browser before the server had them; `unstored`: held by this page's memory alone. */
  lost: number
  unstored: number
}
