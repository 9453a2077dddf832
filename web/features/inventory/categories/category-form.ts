import { z } from 'zod'
import { categories } from '#schema/collections/stock/categories.ts'
import { neededText } from '#web/forms/checked-by.ts'
import { defineForm, type FormOf } from '#web/forms/define-form.ts'

/** VAL-72. */
export const categoryForm = defineForm(categories, { name: {} })

const needsLevel = 'Please select a level'

/** The 'Add Category' form: a level must be chosen. 'child' is under the category that is edited, 'parent' on the top level. */
export const addCategoryForm = defineForm(categories, {
  name: {},
  level: { field: null, label: 'Level', typed: neededText(needsLevel, z.enum(['parent', 'child'], { error: needsLevel })), empty: '' },
})

export type NewCategoryForm = FormOf<typeof addCategoryForm>

/** The row that a valid form makes beside or under `editedId`. */
export const newCategoryFormToValues = (form: NewCategoryForm, editedId: string): { name: string; parentId: string | null } => ({
  ...addCategoryForm.toValues(form),
  parentId: form.level === 'child' ? editedId : null,
})
