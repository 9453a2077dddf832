import { useMemo } from 'react'
import { useDevice } from '#web/device/react/provider.tsx'
import { useFileRoom, usePendingFiles } from '#web/device/react/use-files.ts'

/** Files that were added to a form whose order is not saved yet. */
export function useDraftFiles(draftKey: string) {
  const device = useDevice()
  const room = useFileRoom()
  const pending = usePendingFiles(room)
  const count = useMemo(() => pending.filter((entry) => entry.draftKey === draftKey).length, [pending, draftKey])
  return {
    hasSome: count > 0,
    /** Before the order is stored: whatever happens then, they find it. `orderId` where the form does not make a new one. */
    claim: async (orderId: string | undefined): Promise<void> => {
      if (count > 0) await room?.claim(draftKey, orderId ?? device.drafts.firstRowId({ draftKey }))
    },
    /** The order is stored. What fails here is done at the next start. */
    settle: (): void => void room?.settle().catch(() => undefined),
    discard: (): void => void room?.discard(draftKey).catch(() => undefined),
  }
}
