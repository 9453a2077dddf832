import { useState } from 'react'
import { Undo2 } from 'lucide-react'
import type { DeletedRow } from '#schema/api/deleted.ts'
import type { Activity } from '#schema/collections/people/activities.ts'
import { isRestorable } from '#schema/rules/merge/restore.ts'
import { listDeleted } from '#web/api/shop-api.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useNow } from '#web/inputs/time/use-now.ts'
import { notifyFailure } from '#web/navigation/notify.ts'
import { useAuth } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { restoreRows } from '../deleted/restore-row.ts'
import { t } from './activities-texts.ts'
import { readMerge } from './entry-text.ts'

type UndoMergeProps = { shopId: string; activity: Activity }

/** Stands at the entry of a merge for as long as the merged customer can be brought back. */
export function UndoMerge({ shopId, activity }: UndoMergeProps) {
  const { createdAt, arrivedAt } = activity
  const device = useDevice()
  const { hasPrivilege } = useAuth()
  const now = useNow()
  const [isBusy, setIsBusy] = useState(false)
  const names = readMerge(activity)
  if (names === undefined || !hasPrivilege('delete_customer') || !isRestorable(arrivedAt ?? createdAt, now.toISOString())) return null

  const undo = async (): Promise<void> => {
    setIsBusy(true)
    try {
      const merged = await findMerged(shopId, names.goes, createdAt)
      if (merged === undefined) notifyFailure(t.nothingToUndo(), t.broughtBack({ name: names.goes }))
      else await restoreRows(device, shopId, [{ ...merged, deletion: merged.deletion ?? undefined }], t.keepsTaken({ name: names.stays }))
    } catch (error) {
      notifyFailure(t.undoFailed(), error)
    }
    setIsBusy(false)
  }

  return (
    <Button
      variant="ghost"
      className="-ml-3 px-3 text-sm text-accent-ink"
      busy={isBusy}
      aria-label={t.undoMergeOf({ name: names.goes })}
      onClick={() => void undo()}
    >
      <Undo2 aria-hidden="true" />
      {t.undoMerge()}
    </Button>
  )
}

/** The entry does not say which of several customers of a name it was; the time does. */
async function findMerged(shopId: string, name: string, at: string): Promise<DeletedRow | undefined> {
  const search = name.replace(/…$/, '')
  for (let before: number | null = null; ;) {
    const { rows, next } = await listDeleted(shopId, { search, collection: 'customers', before }, new AbortController().signal)
    const found = rows.find(({ deletedAt }) => deletedAt === at)
    if (found !== undefined || next === null) return found
    before = next
  }
}
