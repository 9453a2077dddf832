import type {
  Bootstrap,
  DigestAnswer,
  DigestRequest,
  FirstPage,
  FirstPageRequest,
  Heads,
  LiveRows,
  PullRequest,
  PullResponse,
  PushRequest,
  PushResponse,
} from '#schema/api/sync.ts'
import { AppError } from '#schema/errors.ts'
import type { Notice } from '#schema/rules/merge/notices.ts'

/** No usable answer: no network, a timeout, a 5xx, a page that is not ours. Sync waits and tries again; nothing is ever removed. */
export class OfflineError extends Error {
  /** Another Mainspring server answers at the address. */
  readonly isForeignServer: boolean
  /** Somebody between here and the server takes no message of this size: smaller ones may pass. */
  readonly isTooMuch: boolean

  constructor(
    message = 'No connection to the server.',
    { isForeignServer = false, isTooMuch = false, ...options }: ErrorOptions & { isForeignServer?: boolean; isTooMuch?: boolean } = {},
  ) {
    super(message, options)
    this.name = 'OfflineError'
    this.isForeignServer = isForeignServer
    this.isTooMuch = isTooMuch
  }
}

/** How long a server asked to be left alone: its word is the cause of what counts as offline. */
export function readPauseMs(error: unknown): number {
  const word = error instanceof OfflineError ? error.cause : error
  return word instanceof AppError ? (word.retryAfterSeconds ?? 0) * 1_000 : 0
}

/** Our server says 401: sync rests until the person has signed in again. Local work goes on. */
export class SignedOutError extends Error {
  constructor(message = 'Please sign in again.') {
    super(message)
    this.name = 'SignedOutError'
  }
}

/** Our server does not serve this version's protocol any more: sync rests until the app is updated. Local work goes on, and everything is kept. */
export class UpgradeRequiredError extends Error {
  constructor(message = 'Update Mainspring to go on syncing.') {
    super(message)
    this.name = 'UpgradeRequiredError'
  }
}

export type LiveHandlers = {
  onOpen: () => void
  onHeads: (heads: Heads) => void
  /** What lies between the heads of before and those that follow. */
  onRows?: (rows: LiveRows) => void
  onAccess: () => void
  /** The notices of the user are others than before. */
  onNotices?: () => void
  /** The stream works. */
  onEcho: () => void
  onError: (error: unknown) => void
}

export type NumbersApi = {
  /** A range of at most `count` numbers for orders of the shop, that nobody else gets. */
  lease: (request: { deviceId: string; shopId: string; count: number }, signal: AbortSignal) => Promise<{ from: number; to: number }>
}

export type FilePart = 'content' | 'thumbnail'

export type FilePlace = { shopId: string; id: string }

/** The server's part in contents of files: bytes, by the row that they belong to. Rejects as SyncApi does. */
export type FilesApi = {
  put: (place: FilePlace, part: FilePart, content: Blob, signal: AbortSignal) => Promise<void>
  get: (place: FilePlace, part: FilePart, signal: AbortSignal) => Promise<Blob>
}

export type OpenStream = { close: () => void }

/**
 * The device's way to the server (SYNC.md, "The protocol"). Every call rejects with OfflineError, SignedOutError, UpgradeRequiredError, or an AppError
 * that our server itself sent (FORBIDDEN of a pull, PAYLOAD_TOO_LARGE of a push); it rejects with anything when `signal` is aborted.
 */
export type SyncApi = {
  bootstrap: (signal: AbortSignal) => Promise<Bootstrap>
  /** The first page of a list, for a device that lacks its rows. Left out by what stands in for the server in some tests. */
  firstPage?: ((request: FirstPageRequest, signal: AbortSignal) => Promise<FirstPage>) | undefined
  pull: (request: PullRequest, signal: AbortSignal) => Promise<PullResponse>
  /** `limitMs`: given up when the server has kept silent for so long. */
  push: (request: PushRequest, signal: AbortSignal, limitMs?: number) => Promise<PushResponse>
  /** Left out by what stands in for the server in some tests. */
  digest?: ((request: DigestRequest, signal: AbortSignal) => Promise<DigestAnswer>) | undefined
  openLive: (handlers: LiveHandlers) => OpenStream
  /** Contents of files. Left out by what stands in for the server in some tests. */
  files?: FilesApi | undefined
  /** A shop's logo as a data URL; rejects when it is another by now. Left out by what stands in for the server in some tests. */
  logo?: ((shopId: string, sha256: string, signal: AbortSignal) => Promise<string>) | undefined
  /** Left out by what stands in for the server in some tests. */
  numbers?: NumbersApi | undefined
  /** What the server keeps for this user to read; `read` answers all of it, newest first. */
  notices?: { read: (signal: AbortSignal) => Promise<Notice[]>; dismiss: (ids: readonly string[], signal: AbortSignal) => Promise<void> }
}

/** Our server's word that a feed lost what this device knows of it. */
export const isSetBack = (response: PushResponse): response is PushResponse & { setBack: Record<string, number> } => {
  const setBack: unknown = (response as Partial<PushResponse> | null)?.setBack
  return typeof setBack === 'object' && setBack !== null && Object.keys(setBack).length > 0
}
