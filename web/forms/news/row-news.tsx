import type { RowRef } from '#web/device/rows/rows.ts'
import { DeletedNote } from './deleted-note.tsx'
import { RemoteChangesNote } from './remote-changes-note.tsx'
import type { EditState } from '../use-edit-form.ts'

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
