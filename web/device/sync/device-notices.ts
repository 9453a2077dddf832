import type { NoticeBook } from './notice-book.ts'

/** Notices of other users' changes to this user's work; `dismiss` dismisses them on all devices of the user. */
export type DeviceNotices = Pick<NoticeBook, 'list' | 'dismiss'>

/** `onDismissed` informs the server. */
export const createDeviceNotices = ({ list, dismiss }: NoticeBook, onDismissed: () => void): DeviceNotices => ({
  list,
  async dismiss(ids) {
    await dismiss(ids)
    onDismissed()
  },
})
