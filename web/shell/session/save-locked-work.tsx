import { useEffect, useState } from 'react'
import type { SessionUser } from '#schema/api/sync.ts'
import { countUnsentOf, exportUnsentOf } from '#web/device/outbox/unsent/locked-export.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { saveAsFile } from '../sync/save-unsent.tsx'
import { changesText } from '../sync/sync-words.ts'

/** What waits on a device that does not open, as a file for another device of the same person. */
export function SaveLockedWork({ user }: { user: SessionUser }) {
  const [unsent, setUnsent] = useState<number>()
  useEffect(() => {
    countUnsentOf(user.id).then(setUnsent, () => undefined)
  }, [user.id])
  if (unsent === undefined || unsent === 0) return null
  return (
    <section aria-label="Unsent work" className="mt-8 border-t border-line pt-5">
      <p className="mb-3 text-muted">
        {changesText(unsent)} of this device {unsent === 1 ? 'is' : 'are'} not on the server yet. No connection in sight? A file takes{' '}
        {unsent === 1 ? 'it' : 'them'} to another device.
      </p>
      <Button className="w-full" onClick={() => void saveAsFile(() => exportUnsentOf(user))}>
        Save unsent changes
      </Button>
    </section>
  )
}
