import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { CollectionName, DocumentByCollection } from '#schema/collections/index.ts'
import type { Json } from '#schema/values/merge.ts'
import { type InputValues, looseToInput, type OpInput } from '#web/device/rows/op-input.ts'
import { runAction } from '#web/navigation/notify.ts'
import type { DefinedForm } from './define-form.ts'
import { draftToText } from './drafts/draft-text.ts'
import { useFormWrite } from './drafts/refused-source.ts'
import { FormDialog } from './form-dialog.tsx'
import { type FormDialogRequest, type FormOpening, useEditedRow, useFormOpening } from './form-opening.ts'
import { fieldToNews, typedToLines } from './news/form-words.ts'
import { MissingRow } from './news/missing-row.tsx'
import { RowNews } from './news/row-news.tsx'
import { useAddForm } from './use-add-form.ts'
import { type EditState, useEditForm } from './use-edit-form.ts'
import type { FormShell } from './use-form-shell.ts'

type TextName = 'add' | 'added' | 'addFailed' | 'edit' | 'noun' | 'notFound' | 'update' | 'updated' | 'updateFailed'
type UsedOfForm = 'schema' | 'empty' | 'labels' | 'toField' | 'toShown' | 'toForm' | 'toValues' | 'toChanges'
type Values = Record<string, Json>

/** An open row: `first` as the form opened, `row` as it is now, undefined once deleted. */
type Edited<Form, Shown, Row> = { first: Row; row: Row | undefined; edit: EditState<Form, Shown>; shell: FormShell }

type RowDialogProps<N extends CollectionName, Form extends FieldValues & Values, Shown extends Values> = {
  request: FormDialogRequest
  /** The kind of form, such as `test-edit/{id}`. */
  formKey: string
  collection: N
  /** Undefined for a new row. */
  rowId: string | undefined
  definition: Pick<DefinedForm<Form, Shown, DocumentByCollection[N], InputValues>, UsedOfForm>
  texts: Readonly<Record<TextName, () => string>>
  /** What a new row opens with, by default empty inputs. */
  makeEmpty?: (() => Form) | undefined
  /** Values of a new row that no input holds. */
  given?: InputValues | undefined
  /** Sets the error of a new row that cannot be added as it is typed, and says whether there is one. */
  refuse?: ((typed: Form, form: UseFormReturn<Form>) => boolean) | undefined
  /** What a changed row is written with; by default what was changed in the form. */
  toChanges?: ((typed: Form, opened: Shown) => InputValues) | undefined
  /** What is written with the row. */
  toOtherOps?: ((typed: Form) => readonly OpInput[]) | undefined
  toWords?: ((form: Form, field: keyof Form & string) => string) | undefined
  onAdded?: ((id: string) => void) | undefined
  /** `edited`: undefined for a new row. */
  children: (form: UseFormReturn<Form>, edited?: Edited<Form, Shown, DocumentByCollection[N]>) => ReactNode
}

/** Adds or edits a row whose form is its fields and nothing else. */
export function RowDialog<N extends CollectionName, Form extends FieldValues & Values, Shown extends Values>(props: RowDialogProps<N, Form, Shown>) {
  const { request, formKey, collection, rowId, texts } = props
  const opening = useFormOpening(request, formKey)
  const edited = useEditedRow(collection, rowId ?? null)
  if (opening === undefined || edited.state === 'loading') return null
  if (rowId === undefined) return <AddForm {...props} opening={opening} />
  if (edited.first === undefined)
    return <MissingRow text={texts.notFound()} typed={opening.draft && draftToText(collection, opening.draft)} onClose={request.onClose} />
  return <EditForm {...props} opening={opening} id={rowId} first={edited.first} row={edited.row} />
}

type AddFormProps<N extends CollectionName, Form extends FieldValues & Values, Shown extends Values> = RowDialogProps<N, Form, Shown> & { opening: FormOpening }

function AddForm<N extends CollectionName, Form extends FieldValues & Values, Shown extends Values>(props: AddFormProps<N, Form, Shown>) {
  const { opening, collection, definition, texts, makeEmpty, given, refuse, toOtherOps, onAdded, children } = props
  const write = useFormWrite(opening)
  const { form, shell, submit } = useAddForm<Form>(opening, { definition, makeEmpty })
  const save = submit(async (typed) => {
    if (refuse?.(typed, form) === true) return
    const values = { ...definition.toValues(typed), ...given }
    const outcome = await runAction({
      run: () => write([looseToInput({ action: 'create', collection, id: opening.refused?.rowIds[0], values }), ...(toOtherOps?.(typed) ?? [])]),
      success: texts.added(),
      failure: texts.addFailed(),
    })
    await shell.finish(outcome, ({ ids: [id = ''] }) => onAdded?.(id))
  })
  return (
    <FormDialog title={texts.add()} size="md" shell={shell} onSubmit={() => void save()} submitText={texts.add()}>
      {children(form)}
    </FormDialog>
  )
}

type EditFormProps<N extends CollectionName, Form extends FieldValues & Values, Shown extends Values> = AddFormProps<N, Form, Shown> & {
  id: string
  first: DocumentByCollection[N]
  row: DocumentByCollection[N] | undefined
}

function EditForm<N extends CollectionName, Form extends FieldValues & Values, Shown extends Values>(props: EditFormProps<N, Form, Shown>) {
  const { opening, id, first, row, collection, definition, texts, toChanges, toOtherOps, toWords = (form, field) => String(form[field]), children } = props
  const write = useFormWrite(opening)
  const { form, shell, edit, submit } = useEditForm(opening, { definition, first, row })
  const save = submit(async (typed) => {
    const values = toChanges?.(typed, edit.opened) ?? definition.toChanges(edit.openedForm, typed)
    const outcome = await runAction({
      run: () => write([looseToInput({ action: 'update', collection, id, values, seen: edit.opened }), ...(toOtherOps?.(typed) ?? [])]),
      success: texts.updated(),
      failure: texts.updateFailed(),
    })
    await shell.finish(outcome)
  })
  return (
    <FormDialog
      title={texts.edit()}
      size="md"
      shell={shell}
      onSubmit={() => void save()}
      submitText={texts.update()}
      cannotSubmit={row === undefined}
      news={
        <RowNews
          noun={texts.noun()}
          row={{ collection, id }}
          edit={edit}
          changeToText={(stored, field) => fieldToNews(definition, field, toWords(stored, field))}
          readText={() => typedToLines(definition, (field) => toWords(form.getValues(), field))}
        />
      }
    >
      {children(form, { first, row, edit, shell })}
    </FormDialog>
  )
}
