import { Trash2 } from 'lucide-react'
import { useRefusedChanges } from '#web/device/react/use-device.ts'
import type { RowRef } from '#web/device/rows/rows.ts'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import type { RefusedChange } from '#web/device/outbox/refused.ts'
import { t } from '#web/forms/forms-texts.ts'

type DeletedNoteProps = { noun: string; row?: RowRef | undefined; readText: () => string }

/** The row was deleted while its form is open: the typed text stays, to be copied. */
export function DeletedNote({ noun, row, readText }: DeletedNoteProps) {
  const refused = useRefusedChanges()
  return (
    <div role="alert" className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-danger-soft py-1 pr-1 pl-3 text-danger-ink">
      <Trash2 aria-hidden="true" className="size-5 shrink-0" />
      <span className="min-w-0 flex-1 basis-52 py-2">{goneToText(noun, row, refused)}</span>
      <CopyButton readText={readText}>{t.copyText()}</CopyButton>
    </div>
  )
}

/** Why an open form's row is missing: it was deleted, or the server refused it, with the reason. */
export function goneToText(noun: string, row: RowRef | undefined, refused: readonly Pick<RefusedChange, 'ops' | 'error'>[]): string {
  const change = row && refused.find(({ ops }) => ops.some((op) => op.action === 'create' && op.collection === row.collection && op.id === row.id))
  if (change === undefined) return t.deleted({ noun })
  const said = change.error.message.replace(/[.\s]+$/, '')
  const reason = said.includes('deleted in the meantime') ? `its ${said.charAt(0).toLowerCase()}${said.slice(1)}` : said
  return t.notStored({ noun, reason })
}
