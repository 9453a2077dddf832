import type { Notice } from '#schema/rules/merge/notices.ts'
import type { Readable } from '../platform/observable.ts'
import type { NoticeBook } from './notice-book.ts'

/** Notices of other users' changes to this user's work. */
export type DeviceNotices = {
  /** Newest first. */
  readonly unread: Readable<Notice[]>
  /** Dismisses notices on all devices of the user. @throws AppError UNAVAILABLE if this device cannot store that */
  dismiss: (ids: readonly string[]) => Promise<void>
  onNotices: (listener: (notices: Notice[]) => void) => () => void
}

/** `onDismissed` informs the server and the other tabs. */
export const createDeviceNotices = (book: NoticeBook, onDismissed: () => void): DeviceNotices => ({
  unread: book.unread,
  async dismiss(ids) {
    await book.dismiss(ids)
    onDismissed()
  },
  onNotices: book.onNotices,
})
