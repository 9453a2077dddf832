import type { CheckProgress } from '../recovery/device-check.ts'
import type { Connection } from '../sync/connection.ts'

/** Messages between a user's tabs. Tabs of other app versions may receive them too. */
export type TabMessage =
  | { type: 'heartbeat' }
  | { type: 'ask' }
  | { type: 'contact'; contact: Connection }
  | { type: 'outbox' }
  | { type: 'wrote' }
  | { type: 'refused'; ids: string[] }
  | { type: 'visit'; shopId: string }
  /** Notices were dismissed. */
  | { type: 'read' }
  /** Rows newer than the server's changed. */
  | { type: 'newer' }
  | { type: 'check'; nonce: string }
  | { type: 'checking'; progress: CheckProgress | null }
  /** The bootstrap changed. */
  | { type: 'reference' }
  | { type: 'resume' }
  | { type: 'sync'; nonce: string }
  | { type: 'synced'; nonce: string }
  /** A tab is about to sign out: open forms store their drafts now. */
  | { type: 'keep'; nonce: string }
  | { type: 'kept'; nonce: string }
  /** The user's data is about to be removed: close the databases and write nothing more. */
  | { type: 'wipe' }
