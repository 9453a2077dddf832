import type { NewField } from './new-fields.ts'
import { type EntityNames, withArticle } from './names.ts'

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

export function toDialogFile({ table, singular, type, noun, singularFile, pluralFile }: EntityNames, fields: readonly NewField[]): string {
  const hasFlag = fields.some(({ kind }) => kind === 'flag')
  const controls = [
    ...(hasFlag ? ["import { Checkbox } from '#web/ui/controls/checkbox.tsx'"] : []),
    "import { Field } from '#web/ui/controls/field.tsx'",
    ...(fields.some(({ kind }) => kind === 'note') ? ["import { TextArea } from '#web/ui/controls/text-area.tsx'"] : []),
    "import { TextField } from '#web/ui/controls/text-field.tsx'",
  ]
  return `import type { UseFormReturn } from 'react-hook-form'
import type { FormDialogRequest } from '#web/forms/form-opening.ts'
import { RowDialog } from '#web/forms/row-dialog.tsx'
${hasFlag ? "import { common } from '#web/language/common-texts.ts'\n" : ''}${controls.join('\n')}
import { type ${type}Form, ${singular}Form } from './form.ts'
import { t } from './${pluralFile}-texts.ts'

/** Adds ${withArticle(noun)}, or edits one. */
export function ${type}Dialog({ ${singular}Id, ...request }: FormDialogRequest & { ${singular}Id?: string | undefined }) {
  const formKey = ${singular}Id === undefined ? \`${singularFile}-add/\${request.shopId}\` : \`${singularFile}-edit/\${${singular}Id}\`
  return (
    <RowDialog request={request} formKey={formKey} collection="${table}" rowId={${singular}Id} definition={${singular}Form} texts={t}${hasFlag ? ' toWords={toWords}' : ''}>
      {(form) => <${type}Fields form={form} />}
    </RowDialog>
  )
}

const labels = ${singular}Form.inputLabels
${hasFlag ? `\nfunction toWords(form: ${type}Form, field: keyof ${type}Form): string {\n  const typed = form[field]\n  return typeof typed === 'string' ? typed : typed ? common.yes() : common.no()\n}\n` : ''}
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
