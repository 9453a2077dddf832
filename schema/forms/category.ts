import { z } from 'zod'
import { categories } from '../collections/stock/categories.ts'
import { checkedBy } from './checked-by.ts'

const name = checkedBy(categories.fields.name.schema)

/** VAL-72. */
export const categoryFormSchema = z.object({ name })

export type CategoryForm = z.input<typeof categoryFormSchema>

/** 'child' is under the category that is edited, 'parent' on the top level (AMB-133). */
export const categoryLevels = ['parent', 'child'] as const

/** The 'Add Category' form: a level must be chosen (VAL-73). */
export const newCategoryFormSchema = z.object({
  name,
  level: z.string().refine((level) => (categoryLevels as readonly string[]).includes(level), { error: 'Please select a level' }),
})

export type NewCategoryForm = z.input<typeof newCategoryFormSchema>

export const emptyNewCategoryForm: Readonly<NewCategoryForm> = { name: '', level: '' }

/** The row that a valid form makes beside or under `editedId`. */
export const newCategoryFormToValues = ({ name: typed, level }: NewCategoryForm, editedId: string): { name: string; parentId: string | null } => ({
  name: typed.trim(),
  parentId: level === 'child' ? editedId : null,
})
