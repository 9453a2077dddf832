import type { NewField } from './fields.ts'
import { type EntityNames, toTitle, withArticle } from './names.ts'

const checkByKind = {
  text: (name) => `checkedBy(fields.${name}.schema)`,
  note: (name) => `checkedBy(fields.${name}.schema)`,
  count: (name) => `checkedBy(fields.${name}.schema)`,
  flag: () => 'z.boolean()',
} satisfies Record<NewField['kind'], (name: string) => string>

const emptyByKind = { text: "''", note: "''", count: "'0'", flag: 'false' } satisfies Record<NewField['kind'], string>

function toValue({ name, kind }: NewField, isTitle: boolean): string {
  if (kind === 'flag') return `form.${name}`
  if (kind === 'count') return `Number(form.${name})`
  if (kind === 'note') return `textToNullable(form.${name})`
  return isTitle ? `form.${name}.trim()` : `textToNullable(form.${name}.trim())`
}

function toTyped({ name, kind }: NewField, isTitle: boolean): string {
  if (kind === 'count') return `String(values.${name})`
  return kind === 'flag' || isTitle ? `values.${name}` : `values.${name} ?? ''`
}

const eachField = (fields: readonly NewField[], toText: (field: NewField, isTitle: boolean) => string, indent = '  '): string =>
  fields.map((field, index) => `${indent}${field.name}: ${toText(field, index === 0)},`).join('\n')

/** What the form holds, and how that becomes a row's values and comes from them. `folder`: of the collection's file. */
export function toFormFile({ plural, singular, type, noun, pluralFile }: EntityNames, fields: readonly NewField[], folder: string): string {
  const helpers = fields.some(({ kind }, index) => kind === 'note' || (kind === 'text' && index > 0)) ? 'checkedBy, textToNullable' : 'checkedBy'
  return `import { z } from 'zod'
import { ${plural}, type ${type} } from '#schema/collections/${folder}/${pluralFile}.ts'
import { ${helpers} } from '#schema/forms/checked-by.ts'

const { fields } = ${plural}

/** What the form of ${withArticle(noun)} holds, as typed. */
export const ${singular}FormSchema = z.object({
${eachField(fields, ({ name, kind }) => checkByKind[kind](name))}
})

export type ${type}Form = z.input<typeof ${singular}FormSchema>
export type ${type}FormField = keyof ${type}Form

export type ${type}Values = Pick<${type}, ${type}FormField>

export const empty${type}Form: Readonly<${type}Form> = {
${eachField(fields, ({ kind }) => emptyByKind[kind])}
}

/** Total: also takes a form that is not valid yet. */
export const ${singular}FormToValues = (form: ${type}Form): ${type}Values => ({
${eachField(fields, toValue)}
})

export const ${singular}ToForm = (values: ${type}Values): ${type}Form => ({
${eachField(fields, toTyped)}
})

export const pick${type}Values = ({ ${fields.map(({ name }) => name).join(', ')} }: ${type}Values): ${type}Values => ({ ${fields.map(({ name }) => name).join(', ')} })

export const ${singular}LabelOf = (field: ${type}FormField): string => fields[field].label
`
}

function toInput({ name, kind, label }: NewField, isTitle: boolean): string {
  if (kind === 'flag') return `      <Checkbox label="${label}" {...form.register('${name}')} />`
  const control =
    kind === 'note'
      ? `<TextArea rows={3} {...form.register('${name}')} />`
      : `<TextField autoComplete="off"${kind === 'count' ? ' numeric inputMode="numeric"' : ''} {...form.register('${name}')} />`
  return `      <Field label="${label}"${isTitle ? ' required' : ''} error={errors.${name}?.message}>
        ${control}
      </Field>`
}

/** The dialog that adds one, and edits it while others may change it. */
export function toDialogFile({ table, singular, type, noun, singularFile, pluralFile }: EntityNames, fields: readonly NewField[], folder: string): string {
  const title = toTitle(noun)
  const preview = fields.some(({ kind }) => kind === 'flag')
    ? "typeof stored[field] === 'boolean' ? (stored[field] ? 'Yes' : 'No') : stored[field]"
    : 'stored[field]'
  const controls = [
    ...(fields.some(({ kind }) => kind === 'flag') ? ["import { Checkbox } from '#web/ui/controls/checkbox.tsx'"] : []),
    "import { Field } from '#web/ui/controls/field.tsx'",
    ...(fields.some(({ kind }) => kind === 'note') ? ["import { TextArea } from '#web/ui/controls/text-area.tsx'"] : []),
    "import { TextField } from '#web/ui/controls/text-field.tsx'",
  ]
  return `import { zodResolver } from '@hookform/resolvers/zod'
import type { UseFormReturn } from 'react-hook-form'
import type { ${type} } from '#schema/collections/${folder}/${pluralFile}.ts'
import { pickChanges } from '#schema/forms/checked-by.ts'
import { draftToText } from '#web/forms/drafts/draft-text.ts'
import { useFormWrite } from '#web/forms/drafts/refused-source.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { type FormDialogRequest, type FormOpening, useEditedRow, useFormOpening } from '#web/forms/form-opening.ts'
import { MissingRow } from '#web/forms/news/missing-row.tsx'
import { textToPreview } from '#web/forms/news/remote-changes.ts'
import { RowNews } from '#web/forms/news/row-news.tsx'
import { withPlainLineEnds } from '#web/forms/plain-line-ends.ts'
import { useAddForm } from '#web/forms/use-add-form.ts'
import { useEditForm } from '#web/forms/use-edit-form.ts'
import { runAction } from '#web/navigation/notify.ts'
${controls.join('\n')}
import {
  empty${type}Form,
  pick${type}Values,
  type ${type}Form,
  ${singular}FormSchema,
  ${singular}FormToValues,
  ${singular}LabelOf,
  ${singular}ToForm,
  type ${type}Values,
} from './form.ts'

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
  const { form, shell } = useAddForm<${type}Form>(opening, { resolver: zodResolver(${singular}FormSchema), makeEmpty: () => ({ ...empty${type}Form }) })
  const save = form.handleSubmit(async (typed) => {
    const outcome = await runAction({
      run: () => write([{ action: 'create', collection: '${table}', id: opening.refused?.rowIds[0], values: ${singular}FormToValues(typed) }]),
      success: '${title} added',
      failure: 'Failed to add ${noun}',
    })
    await shell.settle(outcome)
  })
  return (
    <FormDialog title="Add ${title}" size="md" shell={shell} onSubmit={(event) => void save(event)} submitText="Add ${title}">
      <${type}Fields form={form} />
    </FormDialog>
  )
}

function Edit${type}Form({ opening, first, row }: { opening: FormOpening; first: ${type}; row: ${type} | undefined }) {
  const write = useFormWrite(opening)
  const { form, shell, edit } = useEditForm<${type}Form, ${type}Values>(opening, {
    resolver: zodResolver(${singular}FormSchema),
    first,
    row,
    pickValues: pick${type}Values,
    valuesToForm: ${singular}ToForm,
  })
  const save = form.handleSubmit(async (typed) => {
    const values = pickChanges(withPlainLineEnds(edit.opened), ${singular}FormToValues(typed))
    const outcome = await runAction({
      run: () => write([{ action: 'update', collection: '${table}', id: first.id, values, seen: edit.opened }]),
      success: '${title} updated',
      failure: 'Failed to update ${noun}',
    })
    await shell.settle(outcome)
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
          changeToText={(stored, field) => \`\${${singular}LabelOf(field)} is now \${textToPreview(${preview})}\`}
          readText={() => draftToText('${table}', { values: form.getValues(), opened: {} })}
        />
      }
    >
      <${type}Fields form={form} />
    </FormDialog>
  )
}

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
