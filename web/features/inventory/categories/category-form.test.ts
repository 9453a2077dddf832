import { expect, it } from 'vitest'
import { addCategoryForm, categoryForm, newCategoryFormToValues } from './category-form.ts'

it('a category needs a name, and a new one a level', () => {
  expect(categoryForm.schema.safeParse({ name: ' ' }).error?.issues.map(({ message }) => message)).toEqual(['Category name is required'])
  expect(addCategoryForm.schema.safeParse({ name: '', level: '' }).error?.issues.map(({ message }) => message)).toEqual([
    'Category name is required',
    'Please select a level',
  ])
  expect(addCategoryForm.schema.safeParse({ name: 'Screens', level: 'child' }).success).toBe(true)
})

it('a child stands under the edited category, a parent on the top level', () => {
  expect(newCategoryFormToValues({ name: ' Screens ', level: 'child' }, 'phones')).toEqual({ name: 'Screens', parentId: 'phones' })
  expect(newCategoryFormToValues({ name: 'Tools', level: 'parent' }, 'phones')).toEqual({ name: 'Tools', parentId: null })
})
