import { useEffect } from 'react'
import { noticeToText, noticeToTitle } from '#schema/rules/merge/notices.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { showToast, toastStore } from '#web/ui/overlays/toast-store.ts'
import { toClockTime } from '../../inputs/time/time-words.ts'

/** Shows at once what others did to this user's work; it stays listed behind the sync badge. */
export function NoticeToasts() {
  const device = useDevice()
  useEffect(
    () =>
      device.notices.onNotices((notices) => {
        const [newest] = notices
        // Do not replace a toast about the user's own act; the badge marks the notices as unread.
        if (newest === undefined || toastStore.read()?.isOpen === true) return
        const others = notices.length - 1
        const more = others === 0 ? '' : ` ${others.toLocaleString('en-US')} more to read under “Needs attention”.`
        showToast({ title: noticeToTitle(newest), description: `${noticeToText(newest, toClockTime)}${more}` })
      }),
    [device],
  )
  return null
}
