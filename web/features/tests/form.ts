import { z } from 'zod'
import { tests } from '#schema/collections/work/tests.ts'
import { readTestItems } from '#schema/values/tests/outcomes.ts'
import { defineForm, type FormOf } from '#web/forms/define-form.ts'
import { toText } from '#web/forms/typed-fields.ts'
import { t } from './test-form-texts.ts'

const typedToItems = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const typedItems = z.string().superRefine((text, context) => {
  const items = typedToItems(text)
  const message = items.length === 0 ? t.itemsMissing() : tests.fields.items.schema.safeParse(items).error?.issues[0]?.message
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

export const testForm = defineForm(tests, {
  name: {},
  deviceKind: { inputLabel: t.kind() },
  items: {
    empty: '',
    typed: typedItems,
    toTyped: (value) => readTestItems(value).join('\n'),
    toValue: (typed) => JSON.stringify(typedToItems(toText(typed))),
  },
  beforeStatusId: { inputLabel: t.before() },
  afterStatusId: { inputLabel: t.after() },
  archived: {},
})

export type TestForm = FormOf<typeof testForm>
