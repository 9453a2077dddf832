import { type ReactNode, useEffect, useState } from 'react'
import { useClockCorrectionMs, useBootstrap, useCheck, useOfSyncStatus } from '#web/device/react/use-device.ts'
import { askToKeepStorage, readStorageInfo, type StorageInfo } from '#web/device/platform/storage-info.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { isSessionNear, keepingToText, storageToText } from './panel-words.ts'
import { useClockTime } from '../../inputs/shop-format.tsx'
import { toDistance } from '../../inputs/time/time-words.ts'
import { useTickingNow } from './use-ticking-now.ts'
import type { CheckResult } from '#web/device/recovery/device-check.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { runAction } from '../../navigation/notify.ts'
import { t } from './sync-texts.ts'

function checkToText({ rows, differed, unsure, lacking }: CheckResult): string {
  const mended = differed === 0 ? t.checkSame({ count: rows }) : t.checkMended({ count: differed })
  return [mended, unsure === 0 ? '' : t.checkUnsure(), lacking === 0 ? '' : t.checkFiles({ count: lacking })].filter(Boolean).join(' ')
}

function CheckDevice() {
  const toClockTime = useClockTime()
  const device = useDevice()
  const { progress, result } = useCheck()
  const state = useOfSyncStatus((status) => status.state)
  const now = useTickingNow()
  const [isAsked, setIsAsked] = useState(false)
  const isRunning = isAsked || progress !== null
  const check = async (): Promise<void> => {
    setIsAsked(true)
    await runAction({ run: () => device.recovery.check.run(), failure: t.checkFailed() })
    setIsAsked(false)
  }
  const canAsk = state !== 'offline' && state !== 'signed-out' && state !== 'outdated' && state !== 'starting'
  return (
    <span className="flex items-start justify-between gap-3">
      <span role="status" className="min-w-0">
        {progress !== null
          ? t.comparing({ done: Math.min(progress.done + 1, progress.total), total: progress.total })
          : result === null
            ? t.comparedDaily()
            : checkToText(result)}
        {progress === null && result !== null && <span className="block text-sm text-muted">{toClockTime(result.at, now)}</span>}
      </span>
      <Button className="px-3" busy={isRunning} disabled={!canAsk} onClick={() => void check()}>
        {t.check()}
      </Button>
    </span>
  )
}

export function SyncDevice() {
  const toClockTime = useClockTime()
  const bootstrap = useBootstrap()
  const clockCorrectionMs = useClockCorrectionMs()
  const now = new Date(useTickingNow().getTime() + clockCorrectionMs)
  const { storage, isAsking, answer, askToKeep } = useStorage()
  const expiresAt = bootstrap?.sessionExpiresAt
  return (
    <section aria-label={t.thisDevice()} className="border-b border-line pb-3">
      <h3 className="px-4 pt-3 pb-1 text-sm font-semibold text-muted">{t.thisDevice()}</h3>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 px-4">
        {expiresAt !== undefined && isSessionNear(expiresAt, now) && (
          <Fact name={t.session()}>
            {Date.parse(expiresAt) <= now.getTime()
              ? t.sessionEnded()
              : t.sessionEnds({ distance: toDistance(expiresAt, now), time: toClockTime(expiresAt, now) })}
          </Fact>
        )}
        <Fact name={t.storage()}>{storage === null ? '' : storageToText(storage)}</Fact>
        <Fact name={t.safety()}>
          <span className="flex items-center justify-between gap-3">
            {storage === null ? '' : keepingToText[storage.keeping]}
            {storage?.keeping === 'may-clear' && (
              <Button className="px-3" busy={isAsking} onClick={() => void askToKeep()}>
                {t.keepIt()}
              </Button>
            )}
          </span>
          <span role="status" className="block text-sm text-muted empty:hidden">
            {answer}
          </span>
        </Fact>
        <Fact name={t.rows()}>
          <CheckDevice />
        </Fact>
        <Fact name={t.version()}>{import.meta.env.VITE_APP_VERSION}</Fact>
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-h-5.5 tabular-nums">{children}</dd>
    </>
  )
}

function useStorage() {
  const [storage, setStorage] = useState<StorageInfo | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const [answer, setAnswer] = useState('')
  useEffect(() => {
    let isOver = false
    void readStorageInfo().then((info) => !isOver && setStorage(info))
    return () => {
      isOver = true
    }
  }, [])
  const askToKeep = async (): Promise<void> => {
    setIsAsking(true)
    const isKept = await askToKeepStorage()
    setAnswer(isKept ? '' : t.keepRefused())
    setStorage(await readStorageInfo())
    setIsAsking(false)
  }
  return { storage, isAsking, answer, askToKeep }
}
