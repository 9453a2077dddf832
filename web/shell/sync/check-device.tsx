import { useState } from 'react'
import type { CheckResult } from '#web/device/recovery/device-check.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useCheck, useOfSyncStatus } from '#web/device/react/use-device.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { runAction } from '../../navigation/notify.ts'
import { toClockTime } from '../../inputs/time/time-words.ts'
import { useTickingNow } from './use-ticking-now.ts'

const count = (rows: number): string => `${rows.toLocaleString('en-US')} row${rows === 1 ? '' : 's'}`

/** "All 12,345 rows are the same." */
function checkToText({ rows, differed, unsure }: CheckResult): string {
  const mended =
    differed === 0
      ? rows === 1
        ? 'The only row is the same.'
        : `All ${count(rows)} are the same.`
      : `${count(differed)} differed and ${differed === 1 ? 'was' : 'were'} mended.`
  return unsure === 0 ? mended : `${mended} Some changed all the time and will be compared tomorrow.`
}

/** How this device and the server compared last, and the way to compare them now. */
export function CheckDevice() {
  const device = useDevice()
  const { progress, result } = useCheck()
  const state = useOfSyncStatus((status) => status.state)
  const now = useTickingNow()
  const [isAsked, setIsAsked] = useState(false)
  const isRunning = isAsked || progress !== null
  const check = async (): Promise<void> => {
    setIsAsked(true)
    await runAction({ run: () => device.recovery.check.run(), failure: 'This device could not be checked' })
    setIsAsked(false)
  }
  const canAsk = state !== 'offline' && state !== 'signed-out' && state !== 'outdated' && state !== 'starting'
  return (
    <span className="flex items-start justify-between gap-3">
      <span role="status" className="min-w-0">
        {progress !== null
          ? `Comparing, ${Math.min(progress.done + 1, progress.total)} of ${progress.total}`
          : result === null
            ? 'Compared with the server once a day'
            : checkToText(result)}
        {progress === null && result !== null && <span className="block text-sm text-muted">{toClockTime(result.at, now)}</span>}
      </span>
      <Button className="px-3" busy={isRunning} disabled={!canAsk} onClick={() => void check()}>
        Check this device
      </Button>
    </span>
  )
}
