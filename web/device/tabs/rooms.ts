import type { DraftBook } from '../drafts/drafts.ts'
import type { LeavePath } from '../leaving/leave.ts'
import type { VisitedShops } from '../numbers/visited-shops.ts'
import type { LocalParts, WithLock } from '../outbox/local-parts.ts'
import type { RefusedBook } from '../outbox/refused.ts'
import type { WaitingChanges } from '../outbox/unsent/waiting-changes.ts'
import type { RecoveryNews } from '../recovery/device-recovery.ts'
import type { ShowEarly } from '../rows/show-early.ts'
import type { BootstrapBook } from '../sync/bootstrap-book.ts'
import type { ConnectionKeeper } from '../sync/connection.ts'
import type { NoticeBook } from '../sync/notice-book.ts'
import type { LeadingTab } from './leading-tab.ts'
import type { TabChannel } from './tab-channel.ts'

/** The modules of an open device, as used by the engine and by other tabs. */
export type Rooms = {
  local: LocalParts
  withLock: WithLock
  connection: ConnectionKeeper
  channel: TabChannel
  leading: LeadingTab
  bootstrap: BootstrapBook
  waiting: WaitingChanges
  refused: RefusedBook
  notices: NoticeBook
  visitedShops: VisitedShops
  recovery: RecoveryNews
  drafts: DraftBook
  showEarly: ShowEarly
}

export type TabRooms = Rooms & { leaving: LeavePath; close: () => Promise<void> }
