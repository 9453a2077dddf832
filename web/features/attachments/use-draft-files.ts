import { useEffect, useMemo, useRef } from 'react'
import { useDevice } from '#web/device/react/provider.tsx'
import { useFileRoom, usePendingFiles } from '#web/device/react/use-files.ts'
import type { BesideForm } from '#web/forms/beside-form.ts'

type DraftFiles = BesideForm & {
  /** Before the order is stored: whatever happens then, they find it. `orderId` where the form does not make a new one. */
  claim: (orderId: string | undefined) => Promise<void>
  /** The order is stored. What fails here is done at the next start. */
  settle: () => void
}

/** Files that were added to a form whose order is not saved yet: photos, and the signature. */
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
      // Who saves right after a reload may be faster than the files are opened; an order without them is still an order.
      const opened = room ?? (device.files.isOff ? undefined : await device.files.open().catch(() => undefined))
      if (opened?.entries.get().some((entry) => entry.draftKey === draftKey)) await opened.claim(draftKey, orderId ?? device.drafts.firstRowId({ draftKey }))
    },
    settle: () => void room?.settle().catch(() => undefined),
    discard: () => void room?.discard(draftKey).catch(() => undefined),
  }
}
