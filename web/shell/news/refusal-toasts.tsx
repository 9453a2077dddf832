import { useEffect } from 'react'
import type { RefusedChange } from '#web/device/outbox/refused.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { changeToFailureTitle } from '#web/features/attention/failure-title.ts'
import { notifyFailure } from '../../navigation/notify.ts'
import { t } from '../shell-texts.ts'

/**
 * The late refusal of a change stored on this device, with the server's message. Of several at once only the first
 * shows, because the others may depend on it.
 */
export function RefusalToasts() {
  const device = useDevice()
  useEffect(() => {
    let together: RefusedChange[] = []
    return device.refused.onRefused((change) => {
      together.push(change)
      if (together.length > 1) return
      queueMicrotask(() => {
        const others = together.length - 1
        together = []
        const more = others === 0 ? '' : ` ${t.moreRefused({ count: others })}`
        notifyFailure(changeToFailureTitle(change.ops), `${change.error.message}${more !== '' && !change.error.message.endsWith('.') ? '.' : ''}${more}`)
      })
    })
  }, [device])
  return null
}
