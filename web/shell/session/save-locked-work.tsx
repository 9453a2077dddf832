import { useEffect, useState } from 'react'
import type { SessionUser } from '#schema/api/sync.ts'
import { countUnsentOf, exportUnsentOf, type UnsentCounts } from '#web/device/locked-export.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { saveAsFile } from '../sync/save-unsent.tsx'
import { unsentText } from '../sync/files/files-words.ts'

/** Saves a locked device's unsent changes as a file for the user's other device. */
export function SaveLockedWork({ user }: { user: SessionUser }) {
  const [unsent, setUnsent] = useState<UnsentCounts>()
  useEffect(() => {
    countUnsentOf(user.id).then(setUnsent, () => undefined)
  }, [user.id])
  if (unsent === undefined || unsent.changes + unsent.files === 0) return null
  const isOne = unsent.changes + unsent.files === 1
  return (
    <section aria-label="Unsent work" className="mt-8 border-t border-line pt-5">
      <p className="mb-3 text-muted">
        {unsentText(unsent.changes, unsent.files)} of this device {isOne ? 'is' : 'are'} not on the server yet. No connection in sight? A file takes{' '}
        {isOne ? 'it' : 'them'} to another device.
      </p>
      <Button className="w-full" onClick={() => void saveAsFile(() => exportUnsentOf(user))}>
        Save unsent changes
      </Button>
    </section>
  )
}
