import type { DraftStore } from '../drafts/drafts.ts'
import type { LeavePath } from '../leaving/leave.ts'
import type { VisitedShops } from '../numbers/visited-shops.ts'
import type { LocalParts, WithLock } from '../outbox/local-parts.ts'
import type { RefusedStore } from '../outbox/refused.ts'
import type { WaitingChanges } from '../outbox/unsent/waiting-changes.ts'
import type { RecoveryNews } from '../recovery/device-recovery.ts'
import type { ShowEarly } from '../rows/show-early.ts'
import type { BootstrapStore } from '../sync/bootstrap-store.ts'
import type { ConnectionTracker } from '../sync/connection.ts'
import type { NoticeStore } from '../sync/notice-store.ts'
import type { LeadingTab } from './leading-tab.ts'
import type { TabChannel } from './tab-channel.ts'

/** The modules of an open device, as used by the engine and by other tabs. */
export type Rooms = {
  local: LocalParts
  withLock: WithLock
  connection: ConnectionTracker
  channel: TabChannel
  leading: LeadingTab
  bootstrap: BootstrapStore
  waiting: WaitingChanges
  refused: RefusedStore
  notices: NoticeStore
  visitedShops: VisitedShops
  recovery: RecoveryNews
  drafts: DraftStore
  showEarly: ShowEarly
}

export type TabRooms = Rooms & { leaving: LeavePath; close: () => Promise<void> }
