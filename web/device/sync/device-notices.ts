import type { NoticeStore } from './notice-store.ts'

/** Notices of other users' changes to this user's work; `dismiss` dismisses them on all devices of the user. */
export type DeviceNotices = Pick<NoticeStore, 'list' | 'dismiss'>

/** `onDismissed` informs the server. */
export const createDeviceNotices = ({ list, dismiss }: NoticeStore, onDismissed: () => void): DeviceNotices => ({
  list,
  async dismiss(ids) {
    await dismiss(ids)
    onDismissed()
  },
})
