import { noticeToText, noticeToTitle } from '#schema/rules/merge/notices.ts'
import { useArrivals } from '#web/device/react/use-arrivals.ts'
import { useNotices } from '#web/device/react/use-device.ts'
import { showToast, toastStore } from '#web/ui/overlays/toast-store.ts'
import { useClockTime } from '../../inputs/shop-format.tsx'
import { t } from '../shell-texts.ts'

/** Shows at once what others did to this user's work; it stays listed behind the sync badge. */
export function NoticeToasts() {
  const toClockTime = useClockTime()
  useArrivals(
    useNotices(),
    ({ id }) => id,
    (notices) => {
      const [newest] = notices
      // Do not replace a toast about the user's own act; the badge marks the notices as unread.
      if (newest === undefined || toastStore.read()?.isOpen === true) return
      const others = notices.length - 1
      const more = others === 0 ? '' : ` ${t.moreToRead({ count: others })}`
      showToast({ title: noticeToTitle(newest), description: `${noticeToText(newest, toClockTime)}${more}` })
    },
  )
  return null
}
