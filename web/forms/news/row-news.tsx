import { Users } from 'lucide-react'
import type { RowRef } from '#web/device/rows/rows.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { DeletedNote } from './deleted-note.tsx'
import type { EditState } from '../use-edit-form.ts'
import { t } from '#web/forms/forms-texts.ts'

type RowNewsProps<Form> = {
  noun: string
  /** The row, which may be missing because the server refused it. */
  row: RowRef
  edit: Pick<EditState<Form, unknown>, 'stored' | 'remote' | 'takeStored' | 'isDeleting'>
  /** 'Quoted cost is now 85'. */
  changeToText: (stored: Form, field: keyof Form & string) => string
  readText: () => string
}

export function RowNews<Form>({ noun, row, edit: { stored, remote, takeStored, isDeleting }, changeToText, readText }: RowNewsProps<Form>) {
  if (stored === undefined && !isDeleting) return <DeletedNote noun={noun} row={row} readText={readText} />
  return <RemoteChangesNote changes={stored === undefined ? [] : remote.map((field) => ({ field, text: changeToText(stored, field) }))} onTake={takeStored} />
}

type RemoteChange<Name extends string> = { field: Name; /** 'Quoted cost is now 85' */ text: string }

/** Lists what others or another tab changed while the form is open; typed text stays. */
function RemoteChangesNote<Name extends string>({ changes, onTake }: { changes: readonly RemoteChange<Name>[]; onTake: (field: Name) => void }) {
  return (
    <div aria-live="polite" className={changes.length === 0 ? 'sr-only' : 'w-full'}>
      {changes.length > 0 && (
        <ul className="max-h-38 overflow-y-auto overscroll-contain rounded-md bg-warn-soft py-1 pr-1 pl-3 text-warn-ink">
          {changes.map(({ field, text }) => (
            <li key={field} className="flex min-h-11 items-center gap-3">
              <Users aria-hidden="true" className="size-5 shrink-0" />
              <span className="min-w-0 flex-1 py-1">{t.changedMeanwhile({ text })}</span>
              <Button variant="ghost" onClick={() => onTake(field)}>
                {t.useIt()}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
