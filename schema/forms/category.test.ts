import { expect, it } from 'vitest'
import { categoryFormSchema, newCategoryFormSchema, newCategoryFormToValues } from './category.ts'

it('a category needs a name, and a new one a level', () => {
  expect(categoryFormSchema.safeParse({ name: ' ' }).error?.issues.map(({ message }) => message)).toEqual(['Category name is required'])
  expect(newCategoryFormSchema.safeParse({ name: '', level: '' }).error?.issues.map(({ message }) => message)).toEqual([
    'Category name is required',
    'Please select a level',
  ])
  expect(newCategoryFormSchema.safeParse({ name: 'Screens', level: 'child' }).success).toBe(true)
})

it('a child stands under the edited category, a parent on the top level', () => {
  expect(newCategoryFormToValues({ name: ' Screens ', level: 'child' }, 'phones')).toEqual({ name: 'Screens', parentId: 'phones' })
  expect(newCategoryFormToValues({ name: 'Tools', level: 'parent' }, 'phones')).toEqual({ name: 'Tools', parentId: null })
})
