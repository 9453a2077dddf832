import { useEffect, useMemo, useRef } from 'react'
import { useDevice } from '#web/device/react/provider.tsx'
import { useFileRoom, usePendingFiles } from '#web/device/react/use-files.ts'
import type { BesideForm } from '#web/forms/beside-form.ts'

type DraftFiles = BesideForm & {
  /** Call before the order is stored, so that a crash does not orphan the files. */
  claim: (orderId: string) => Promise<void>
  /** Call after the order is stored. A failure here is retried at the next start. */
  settle: () => void
}

/** Photos and signature added to a form not saved yet. */
export function useDraftFiles(draftKey: string): DraftFiles {
  const device = useDevice()
  const room = useFileRoom()
  const pending = usePendingFiles(room)
  const count = useMemo(() => pending.filter((entry) => entry.draftKey === draftKey).length, [pending, draftKey])
  const listeners = useRef(new Set<() => void>())
  const toldCount = useRef(0)
  useEffect(() => {
    if (toldCount.current === count) return
    toldCount.current = count
    for (const listener of listeners.current) listener()
  }, [count])
  return {
    hasSome: count > 0,
    watch: (onChange) => {
      const { current } = listeners
      current.add(onChange)
      return () => void current.delete(onChange)
    },
    claim: async (orderId) => {
      // A save right after a reload may come before the files are open; the order is saved without them if opening
      // fails.
      const opened = room ?? (device.files.isOff ? undefined : await device.files.open().catch(() => undefined))
      if (opened?.entries.get().some((entry) => entry.draftKey === draftKey)) await opened.claim(draftKey, orderId)
    },
    settle: () => void room?.settle().catch(() => undefined),
    discard: () => void room?.discard(draftKey).catch(() => undefined),
  }
}
