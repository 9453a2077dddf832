import type { LeasedNumbers, LeaseNumbers, ReturnNumbers } from '#schema/api/numbers.ts'
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

/** No usable answer: no network, a timeout, a 5xx, or another site's page. Sync waits and retries; nothing is deleted. */
export class OfflineError extends Error {
  /** Another Mainspring server answers at the address. */
  readonly isForeignServer: boolean
  /** A proxy rejects messages of this size; smaller ones may pass. */
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

/** The server's Retry-After in milliseconds; an offline error carries it in its cause. */
export function readPauseMs(error: unknown): number {
  const word = error instanceof OfflineError ? error.cause : error
  return word instanceof AppError ? (word.retryAfterSeconds ?? 0) * 1_000 : 0
}

/** Our server answered 401: sync pauses until the user signs in; local work goes on. */
export class SignedOutError extends Error {
  constructor(message = 'Please sign in again.') {
    super(message)
    this.name = 'SignedOutError'
  }
}

/** Our server no longer supports this protocol version: sync pauses until the app is updated; local work goes on. */
export class UpgradeRequiredError extends Error {
  constructor(message = 'Update Mainspring to go on syncing.') {
    super(message)
    this.name = 'UpgradeRequiredError'
  }
}

export type LiveHandlers = {
  onOpen: () => void
  onHeads: (heads: Heads) => void
  /** Rows between the former heads and the next ones. */
  onRows?: (rows: LiveRows) => void
  onAccess: () => void
  /** The user's notices changed. */
  onNotices?: () => void
  /** The stream is alive. */
  onEcho: () => void
  onError: (error: unknown) => void
}

export type NumbersApi = {
  /** Leases `count` consecutive order numbers of the shop; with `orFewer` at most as many. */
  lease: (request: LeaseNumbers, signal: AbortSignal) => Promise<LeasedNumbers>
  /** Gives back numbers that no order got. */
  giveBack: (request: ReturnNumbers, signal: AbortSignal) => Promise<unknown>
}

export type FilePart = 'content' | 'thumbnail'

export type FilePlace = { shopId: string; id: string }

/** Reads and stores file contents by their row. Rejects as SyncApi does. */
export type FilesApi = {
  put: (place: FilePlace, part: FilePart, content: Blob, signal: AbortSignal) => Promise<void>
  get: (place: FilePlace, part: FilePart, signal: AbortSignal) => Promise<Blob>
}

export type OpenStream = { close: () => void }

/**
 * The server's sync API (SYNC.md, "The protocol"). Every call rejects with OfflineError, SignedOutError,
 * UpgradeRequiredError, or an AppError of our server (FORBIDDEN of a pull, PAYLOAD_TOO_LARGE of a push); with anything
 * when `signal` is aborted. Test servers may lack the optional parts.
 */
export type SyncApi = {
  bootstrap: (signal: AbortSignal) => Promise<Bootstrap>
  /** A list's first page, for a device that lacks its rows. */
  firstPage?: ((request: FirstPageRequest, signal: AbortSignal) => Promise<FirstPage>) | undefined
  pull: (request: PullRequest, signal: AbortSignal) => Promise<PullResponse>
  /** `limitMs`: timeout of the server's silence. */
  push: (request: PushRequest, signal: AbortSignal, limitMs?: number) => Promise<PushResponse>
  digest?: ((request: DigestRequest, signal: AbortSignal) => Promise<DigestAnswer>) | undefined
  openLive: (handlers: LiveHandlers) => OpenStream
  files?: FilesApi | undefined
  /** A shop's logo as a data URL; rejects when it has changed. */
  logo?: ((shopId: string, sha256: string, signal: AbortSignal) => Promise<string>) | undefined
  numbers?: NumbersApi | undefined
  /** Notices that the server holds for this user; `read` returns all, newest first. */
  notices?: { read: (signal: AbortSignal) => Promise<Notice[]>; dismiss: (ids: readonly string[], signal: AbortSignal) => Promise<void> }
}

/** The server reports that a feed lost rows that this device knows. */
export const isSetBack = (response: PushResponse): response is PushResponse & { setBack: Record<string, number> } => {
  const setBack: unknown = (response as Partial<PushResponse> | null)?.setBack
  return typeof setBack === 'object' && setBack !== null && Object.keys(setBack).length > 0
}
