import { expect, test } from 'vitest'
import { renderShop, type RenderedShop } from '#web/testing/render-shop.tsx'
import { choice, dialogOf, expectCount, expectTexts, expectTextsContaining, field, press, toast } from '#web/testing/screen.ts'
import { makeShop } from '#web/testing/shop-server.ts'
import { addStock, openCategory, parentsOf, readCategories } from '#web/testing/stock.ts'

const dialog = dialogOf('Edit Category')
const children = dialog.getByRole('region', { name: 'Child categories' }).getByRole('listitem')

async function openPhones(): Promise<RenderedShop> {
  const shop = makeShop()
  const app = await renderShop({ shop, at: `/${shop.id}/inventory`, seed: addStock })
  await openCategory('Phones')
  await expectCount(children, 2)
  return app
}

test('a category is edited with its children, and one that is in use is not deleted', async () => {
  const app = await openPhones()
  await dialog.getByRole('button', { name: 'Add Category' }).click()
  await expectTexts(dialog.getByRole('alert'), ['Category name is required', 'Please select a level'])
  await field(dialog, 'Name').fill('Cables')
  await choice(dialog, 'Level').selectOptions('Child')
  await press('Escape')
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('button', { name: 'Add Category' }).click()
  await expectTextsContaining(children, ['Batteries', 'Cables', 'Screens'])
  await field(dialog, 'Name').fill('Radios')
  await choice(dialog, 'Level').selectOptions('Parent')
  await dialog.getByRole('button', { name: 'Add Category' }).click()
  await expect.element(field(dialog, 'Name')).toHaveValue('')

  await dialog.getByRole('button', { name: 'Edit Cables' }).click()
  await field(dialog, 'Category name').fill('Leads')
  await press('Escape')
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(field(dialog, 'Category name')).toHaveFocus()
  await app.reload()
  await openCategory('Phones')
  await expect.element(field(dialog, 'Category name')).toHaveValue('Leads')
  await press('Enter', field(dialog, 'Category name'))
  await expectTextsContaining(children, ['Batteries', 'Leads', 'Screens'])
  await dialog.getByRole('button', { name: 'Delete Screens' }).click()
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect.element(toast()).toMatchTextContent('Error deleting child category')
  await expect.element(toast()).toMatchTextContent('This category still holds products.')
  await dialog.getByRole('button', { name: 'No', exact: true }).click()
  await dialog.getByRole('button', { name: 'Delete Leads' }).click()
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expectTextsContaining(children, ['Batteries', 'Screens'])
  await toast().getByRole('button', { name: 'Undo' }).click()
  await expectTextsContaining(children, ['Batteries', 'Leads', 'Screens'])
  await expect.poll(() => parentsOf(app.shop)).toMatchObject({ Radios: null, Leads: 'Phones' })
})

test('a category is added once however often it is submitted, and what is typed before it is stored begins the next one', async () => {
  const { shop } = await openPhones()
  await field(dialog, 'Name').fill('Cables')
  await choice(dialog, 'Level').selectOptions('Child')
  // In one browser task, before anything can be stored.
  const input = field(dialog, 'Name').element() as HTMLInputElement
  input.form?.requestSubmit()
  input.form?.requestSubmit()
  input.setRangeText('Radios', 0, input.value.length, 'end')
  input.dispatchEvent(new InputEvent('input', { bubbles: true }))
  await expectTextsContaining(children, ['Batteries', 'Cables', 'Screens'])
  await expect.element(choice(dialog, 'Level').getByRole('option', { selected: true })).toHaveTextContent('Select a level')
  await expect.element(field(dialog, 'Name')).toHaveValue('Radios')
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
  await choice(dialog, 'Level').selectOptions('Parent')
  await dialog.getByRole('button', { name: 'Add Category' }).click()
  await expect.element(field(dialog, 'Name')).toHaveValue('')
  await expect.element(field(dialog, 'Name')).toHaveFocus()
  await expect.poll(() => parentsOf(shop)).toEqual({ Phones: null, Screens: 'Phones', Batteries: 'Phones', Tools: null, Cables: 'Phones', Radios: null })
  expect(await readCategories(shop)).toHaveLength(6)
})
