import type { CheckProgress } from '../recovery/device-check.ts'
import type { Connection } from '../sync/connection.ts'

/** What the tabs of one user tell each other. Tabs of another version of the app may hear it too. */
export type TabMessage =
  | { type: 'heartbeat' }
  | { type: 'ask' }
  | { type: 'contact'; contact: Connection }
  | { type: 'outbox' }
  | { type: 'wrote' }
  | { type: 'refused'; ids: string[] }
  | { type: 'notices'; newIds: string[] }
  /** Orders have another number than their paper may say; none named: some were read. */
  | { type: 'renumbered'; orderIds: string[] }
  /** A shop was opened. */
  | { type: 'visit'; shopId: string }
  /** Some were dismissed. */
  | { type: 'read' }
  /** Rows that are newer than the server, or what is said of a server that was set back. */
  | { type: 'newer' }
  | { type: 'check'; nonce: string }
  | { type: 'checking'; progress: CheckProgress | null }
  /** The bootstrap. */
  | { type: 'reference' }
  | { type: 'resume' }
  | { type: 'sync'; nonce: string }
  | { type: 'synced'; nonce: string }
  /** Somebody is about to sign out: what is typed in open forms is stored now. */
  | { type: 'keep'; nonce: string }
  | { type: 'kept'; nonce: string }
  /** The user's data is about to be removed: whoever holds it open lets go and writes nothing more. */
  | { type: 'wipe' }
