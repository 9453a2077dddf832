import { useEffect } from 'react'
import { useDevice } from '#web/db/provider.tsx'
import { changeToFailureTitle } from '#web/features/attention/change-words.ts'
import { notifyFailure } from './notify.ts'

/** The late refusal of a change that was saved on this device: the documented failure with the server's message (AMB-42). */
export function RefusalToasts() {
  const device = useDevice()
  useEffect(() => device.onRefused(({ ops, error }) => notifyFailure(changeToFailureTitle(ops), error.message)), [device])
  return null
}
