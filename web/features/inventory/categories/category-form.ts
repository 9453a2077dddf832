import { z } from 'zod'
import { categories } from '#schema/collections/stock/categories.ts'
import { neededText } from '#web/forms/checked-by.ts'
import { defineForm, type FormOf } from '#web/forms/define-form.ts'
import { t } from './categories-texts.ts'

export const categoryForm = defineForm(categories, { name: {} })

const needsLevel = t.levelNeeded()

/** 'child': below the edited category; 'parent': on the top level. */
export const addCategoryForm = defineForm(categories, {
  name: {},
  level: { field: null, label: t.level(), typed: neededText(needsLevel, z.enum(['parent', 'child'], { error: needsLevel })), empty: '' },
})

export type NewCategoryForm = FormOf<typeof addCategoryForm>

/** The row that the form creates beside or under `editedId`. */
export const newCategoryFormToValues = (form: NewCategoryForm, editedId: string): { name: string; parentId: string | null } => ({
  ...addCategoryForm.toValues(form),
  parentId: form.level === 'child' ? editedId : null,
})
