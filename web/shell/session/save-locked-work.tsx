import { useEffect, useState } from 'react'
import type { SessionUser } from '#schema/api/sync.ts'
import { countUnsentOf, exportUnsentOf, type UnsentCounts } from '#web/device/locked-export.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { saveAsFile } from '../sync/save-unsent.tsx'
import { unsentText } from '../sync/files/files-words.ts'
import { t } from '../../session/sign-in-texts.ts'

/** Saves a locked device's unsent changes as a file for the user's other device. */
export function SaveLockedWork({ user }: { user: SessionUser }) {
  const [unsent, setUnsent] = useState<UnsentCounts>()
  useEffect(() => {
    countUnsentOf(user.id).then(setUnsent, () => undefined)
  }, [user.id])
  if (unsent === undefined || unsent.changes + unsent.files === 0) return null
  return (
    <section aria-label={t.unsentWork()} className="mt-8 border-t border-line pt-5">
      <p className="mb-3 text-muted">{t.unsentWorkText({ count: unsent.changes + unsent.files, unsent: unsentText(unsent.changes, unsent.files) })}</p>
      <Button className="w-full" onClick={() => void saveAsFile(() => exportUnsentOf(user))}>
        {t.saveUnsent()}
      </Button>
    </section>
  )
}
