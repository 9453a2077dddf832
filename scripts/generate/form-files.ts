import type { NewField } from './new-fields.ts'
import { type EntityNames, toTitle, withArticle } from './names.ts'

/** Form of the declaration's fields, in screen order. `folder`: of the collection's file. */
export function toFormFile({ plural, singular, type, noun, pluralFile }: EntityNames, fields: readonly NewField[], folder: string): string {
  return `import { ${plural} } from '#schema/collections/${folder}/${pluralFile}.ts'
import { defineForm, type FormOf } from '#web/forms/define-form.ts'

/** What the form of ${withArticle(noun)} holds, as typed. */
export const ${singular}Form = defineForm(${plural}, {
${fields.map(({ name }) => `  ${name}: {},`).join('\n')}
})

export type ${type}Form = FormOf<typeof ${singular}Form>
`
}

function toInput({ name, kind }: NewField, isTitle: boolean): string {
  if (kind === 'flag') return `      <Checkbox label={labels.${name}} {...form.register('${name}')} />`
  const control =
    kind === 'note'
      ? `<TextArea rows={3} {...form.register('${name}')} />`
      : `<TextField autoComplete="off"${kind === 'count' ? ' numeric inputMode="numeric"' : ''} {...form.register('${name}')} />`
  return `      <Field label={labels.${name}}${isTitle ? ' required' : ''} error={errors.${name}?.message}>
        ${control}
      </Field>`
}

export function toDialogFile({ table, singular, type, noun, singularFile, pluralFile }: EntityNames, fields: readonly NewField[], folder: string): string {
  const title = toTitle(noun)
  const hasFlag = fields.some(({ kind }) => kind === 'flag')
  const controls = [
    ...(hasFlag ? ["import { Checkbox } from '#web/ui/controls/checkbox.tsx'"] : []),
    "import { Field } from '#web/ui/controls/field.tsx'",
    ...(fields.some(({ kind }) => kind === 'note') ? ["import { TextArea } from '#web/ui/controls/text-area.tsx'"] : []),
    "import { TextField } from '#web/ui/controls/text-field.tsx'",
  ]
  return `import type { UseFormReturn } from 'react-hook-form'
import type { ${type} } from '#schema/collections/${folder}/${pluralFile}.ts'
import { pickChanges } from '#web/forms/define-form.ts'
import { draftToText } from '#web/forms/drafts/draft-text.ts'
import { useFormWrite } from '#web/forms/drafts/refused-source.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { type FormDialogRequest, type FormOpening, useEditedRow, useFormOpening } from '#web/forms/form-opening.ts'
import { fieldToNews, typedToLines } from '#web/forms/news/form-words.ts'
import { MissingRow } from '#web/forms/news/missing-row.tsx'
import { RowNews } from '#web/forms/news/row-news.tsx'
import { withPlainLineEnds } from '#web/forms/plain-line-ends.ts'
import { useAddForm } from '#web/forms/use-add-form.ts'
import { useEditForm } from '#web/forms/use-edit-form.ts'
import { runAction } from '#web/navigation/notify.ts'
${controls.join('\n')}
import { type ${type}Form, ${singular}Form } from './form.ts'

/** Adds ${withArticle(noun)}, or edits one. */
export function ${type}Dialog({ ${singular}Id, ...request }: FormDialogRequest & { ${singular}Id?: string | undefined }) {
  const opening = useFormOpening(request, ${singular}Id === undefined ? \`${singularFile}-add/\${request.shopId}\` : \`${singularFile}-edit/\${${singular}Id}\`)
  const edited = useEditedRow('${table}', ${singular}Id ?? null)
  if (opening === undefined || edited.state === 'loading') return null
  if (${singular}Id === undefined) return <Add${type}Form opening={opening} />
  if (edited.first === undefined)
    return <MissingRow text="${title} not found" typed={opening.draft && draftToText('${table}', opening.draft)} onClose={request.onClose} />
  return <Edit${type}Form opening={opening} first={edited.first} row={edited.row} />
}

function Add${type}Form({ opening }: { opening: FormOpening }) {
  const write = useFormWrite(opening)
  const { form, shell } = useAddForm(opening, { definition: ${singular}Form })
  const save = form.handleSubmit(async (typed) => {
    const outcome = await runAction({
      run: () => write([{ action: 'create', collection: '${table}', id: opening.refused?.rowIds[0], values: ${singular}Form.toValues(typed) }]),
      success: '${title} added',
      failure: 'Failed to add ${noun}',
    })
    await shell.finish(outcome)
  })
  return (
    <FormDialog title="Add ${title}" size="md" shell={shell} onSubmit={(event) => void save(event)} submitText="Add ${title}">
      <${type}Fields form={form} />
    </FormDialog>
  )
}

function Edit${type}Form({ opening, first, row }: { opening: FormOpening; first: ${type}; row: ${type} | undefined }) {
  const write = useFormWrite(opening)
  const { form, shell, edit } = useEditForm(opening, { definition: ${singular}Form, first, row })
  const save = form.handleSubmit(async (typed) => {
    const values = pickChanges(withPlainLineEnds(edit.opened), ${singular}Form.toValues(typed))
    const outcome = await runAction({
      run: () => write([{ action: 'update', collection: '${table}', id: first.id, values, seen: edit.opened }]),
      success: '${title} updated',
      failure: 'Failed to update ${noun}',
    })
    await shell.finish(outcome)
  })
  return (
    <FormDialog
      title="Edit ${title}"
      size="md"
      shell={shell}
      onSubmit={(event) => void save(event)}
      submitText="Update ${title}"
      cannotSubmit={row === undefined}
      news={
        <RowNews
          noun="${noun}"
          row={{ collection: '${table}', id: first.id }}
          edit={edit}
          changeToText={(stored, field) => fieldToNews(${singular}Form, field, ${hasFlag ? 'toWords(stored[field])' : 'stored[field]'})}
          readText={() => typedToLines(${singular}Form, (field) => ${hasFlag ? 'toWords(form.getValues(field))' : 'form.getValues(field)'})}
        />
      }
    >
      <${type}Fields form={form} />
    </FormDialog>
  )
}

const labels = ${singular}Form.inputLabels
${hasFlag ? "\nconst toWords = (typed: string | boolean): string => (typeof typed === 'string' ? typed : typed ? 'Yes' : 'No')\n" : ''}
function ${type}Fields({ form }: { form: UseFormReturn<${type}Form> }) {
  const { errors } = form.formState
  return (
    <div className="flex flex-col gap-4">
${fields.map((field, index) => toInput(field, index === 0)).join('\n')}
    </div>
  )
}
`
}
