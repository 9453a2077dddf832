import type { Notice } from '#schema/rules/merge/notices.ts'
import type { Readable } from '../platform/observable.ts'
import type { NoticeBook } from './notice-book.ts'

/** What others did to this person's work. */
export type DeviceNotices = {
  /** Newest first. */
  readonly unread: Readable<Notice[]>
  /** They have been read, on all devices of the person. @throws AppError UNAVAILABLE when this device cannot store it */
  dismiss: (ids: readonly string[]) => Promise<void>
  /** Tells of those that have just come. */
  onNotices: (listener: (notices: Notice[]) => void) => () => void
}

/** `onDismissed`: the server and the other tabs are to hear of it. */
export const createDeviceNotices = (book: NoticeBook, onDismissed: () => void): DeviceNotices => ({
  unread: book.unread,
  async dismiss(ids) {
    await book.dismiss(ids)
    onDismissed()
  },
  onNotices: book.onNotices,
})
