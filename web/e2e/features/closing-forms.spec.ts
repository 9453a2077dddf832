import type { Locator, Page } from '@playwright/test'
import { privilegeNames } from '#schema/privileges.ts'
import { createOp } from '#scripts/process-tests/api-client.ts'
import { chooseFlow, closeChecklist, closeToast, expect, field, readRawDatabases, rowWith, test } from '../harness/fixtures.ts'
import { addCustomer, addOrder, addTask } from '../harness/rows.ts'

type FormCase = {
  isFirst?: boolean
  title: string
  name: string
  typed: string
  submit: string
  open: () => Promise<unknown>
  complete?: (dialog: Locator) => Promise<void>
  after?: () => Promise<void>
}

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const question = (page: Page) => page.getByText('Discard what you typed?')
const note = (page: Page) => page.getByText(/^This is what you typed on/)

async function expectNoQuestion(page: Page, form: Locator, leave: () => Promise<void>): Promise<void> {
  await leave()
  await expect(form).toBeHidden()
  await expect(question(page)).toHaveCount(0)
}

const draftsOf = async (page: Page, userId: string): Promise<unknown[]> => [
  ...((await readRawDatabases(page))[`mainspring-device-${userId}`]?.['drafts'] ?? []),
  ...(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('mainspring-draft-')))),
]

/** Opens the form untouched, with a letter taken back, and right after saving: each time it is closed without a question. */
async function goThrough(page: Page, { isFirst = false, title, name, typed, submit, open, complete, after }: FormCase): Promise<void> {
  const dialog = dialogOf(page, title)
  const input = field(dialog, name)
  const waysOut = [
    () => dialog.getByRole('button', { name: 'Cancel' }).last().click(),
    () => page.keyboard.press('Escape'),
    async () => void (await page.goBack()),
  ]
  for (const leave of isFirst ? waysOut : waysOut.slice(0, 1)) {
    await open()
    await input.waitFor()
    await expectNoQuestion(page, dialog, leave)
  }
  await open()
  await input.press('End')
  await page.keyboard.type('x')
  await page.keyboard.press('Backspace')
  await expectNoQuestion(page, dialog, () => page.keyboard.press('Escape'))
  await open()
  await input.fill(typed)
  await complete?.(dialog)
  await dialog.getByRole('button', { name: submit, exact: true }).click()
  await expect(dialog).toBeHidden()
  await after?.()
  await open()
  await input.waitFor()
  await expect(note(page)).toHaveCount(0)
  await expectNoQuestion(page, dialog, () => page.keyboard.press('Escape'))
}

test('no form in a dialog asks where nothing is typed, nor offers what was just saved', async ({ makeShop, newDevice }) => {
  test.slow()
  const shop = await makeShop({ privileges: [...privilegeNames] })
  const customerId = await addCustomer(shop, { name: 'Cleo Close', phone: '5550107070', customerNotes: 'Two lines\r\nfrom a file' })
  await addOrder(shop, { customerId, itemDetails: 'Closing clock', orderNotes: 'Two lines\r\nfrom a file' })
  await addTask(shop, { description: 'Sweep' })
  const category = createOp('categories', { name: 'Phones' })
  const supplier = createOp('suppliers', { supplierName: 'Pixels' })
  await shop.api.write(shop.id, [category, supplier, createOp('products', { name: 'Display', categoryHierarchyId: category.id, inventoryCount: 3 })])
  const { page } = await newDevice(shop.person)
  const main = page.getByRole('main')
  const press = (name: string) => main.getByRole('button', { name, exact: true }).click()
  const show = (view: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view }).first().click()
  const at = async (view: string, forms: FormCase[]): Promise<void> => {
    await show(view)
    for (const form of forms) await test.step(form.title, () => goThrough(page, form))
  }
  const breakdown = (dialog: Locator) => field(dialog, 'Issue Description').fill('Is late')

  // A view before this one, so that going back stays in the app.
  await show('Tasks')
  await at('Orders', [
    { isFirst: true, title: 'Edit Order', name: 'Order Notes', typed: 'call back', submit: 'Save Changes', open: () => rowWith(page, 'Closing clock').click() },
    {
      isFirst: true,
      title: 'Add New Customer',
      name: 'Name',
      typed: 'Tina Two',
      submit: 'Save Customer',
      open: () => page.keyboard.press('c'),
      complete: (dialog) => field(dialog, 'Phone').fill('5550107171'),
    },
    {
      title: 'Create Customer + Order',
      name: 'Name',
      typed: 'Toni Three',
      submit: 'Save Customer + Order',
      open: () => chooseFlow(page, 'Create Customer+Order'),
      complete: async (dialog) => {
        await field(dialog, 'Phone').fill('5550107272')
        await field(dialog, 'Device Details').fill('Tuba')
        await breakdown(dialog)
      },
      after: () => closeChecklist(page),
    },
  ])
  await test.step('a country code that came from the phone field', async () => {
    const dialog = dialogOf(page, 'Add New Customer')
    await page.keyboard.press('c')
    await field(dialog, 'Phone').focus()
    await page.keyboard.type('+44')
    await expect(field(dialog, 'Country Code')).toHaveValue('+44')
    for (let letter = 0; letter < 3; letter++) await page.keyboard.press('Backspace')
    await expectNoQuestion(page, dialog, () => page.keyboard.press('Escape'))
  })
  await show('Customers')
  await rowWith(page, 'Cleo Close').click()
  const ofCustomer: FormCase[] = [
    { title: 'Edit Customer', name: 'Email', typed: 'cleo@example.org', submit: 'Update Customer', open: () => press('Edit Customer') },
    {
      title: 'Add New Order',
      name: 'Device Details',
      typed: 'Second clock',
      submit: 'Add Order',
      open: () => press('Add Order'),
      complete: breakdown,
      after: () => closeChecklist(page),
    },
  ]
  for (const form of ofCustomer) await test.step(form.title, () => goThrough(page, form))
  await at('Tasks', [
    { title: 'Add Shop Task', name: 'Description', typed: 'Mop', submit: 'Create Task', open: () => press('Add Shop Task') },
    { title: 'Edit Shop Task', name: 'Description', typed: 'Sweep twice', submit: 'Update Task', open: () => main.getByText('Sweep').click() },
  ])
  await at('Inventory', [
    { title: 'Add Product Inventory', name: 'Name', typed: 'Battery', submit: 'Add Product', open: () => press('Add product to Phones') },
    {
      title: 'Edit Product Inventory',
      name: 'Name',
      typed: 'Display OLED',
      submit: 'Update Product',
      open: () => page.getByRole('treegrid').getByText('Display').click(),
    },
  ])
  await press('Edit category Phones')
  const editing = dialogOf(page, 'Edit Category')
  await editing.getByRole('button', { name: 'Add', exact: true }).click()
  await expectNoQuestion(page, editing, () => page.keyboard.press('Escape'))
  await press('Suppliers')
  const list = dialogOf(page, 'Suppliers')
  for (const form of [
    {
      title: 'Add Supplier',
      name: 'Supplier Name',
      typed: 'Parts',
      submit: 'Add Supplier',
      open: () => list.getByRole('button', { name: 'Add Supplier' }).click(),
      after: () => closeToast(page),
    },
    {
      title: 'Edit Supplier',
      name: 'Address',
      typed: 'Quay 2',
      submit: 'Update Supplier',
      open: () => list.getByRole('button', { name: 'Edit Pixels' }).click(),
      after: () => closeToast(page),
    },
  ]) {
    await test.step(form.title, () => goThrough(page, form))
  }
  await page.keyboard.press('Escape')
  await expect.poll(() => draftsOf(page, shop.person.userId)).toEqual([])
})

test('no form of the settings keeps what was just saved', async ({ makeShop, newDevice }) => {
  test.slow()
  const shop = await makeShop({ privileges: [...privilegeNames] })
  const { page } = await newDevice(shop.person)
  const { body: links } = await shop.api.call<{ entity_id: string; shop_id: string }[]>('GET', '/api/entity-shop-mappings')
  const entityId = links.find(({ shop_id }) => shop_id === shop.id)?.entity_id ?? ''
  await shop.api.call('POST', `/api/entities/${entityId}/users`, { userId: shop.person.userId })
  const expectNoDraft = async (): Promise<void> => {
    await expect.poll(() => draftsOf(page, shop.person.userId)).toEqual([])
    await expect(note(page)).toHaveCount(0)
  }

  await page.goto('/app-settings')
  const dialog = dialogOf(page, 'Edit Shop')
  for (const text of ['By the harbour', 'By the station']) {
    await page.getByRole('button', { name: `Edit shop ${shop.name}` }).click()
    await expect(note(page)).toHaveCount(0)
    await field(dialog, 'Description').fill(text)
    await dialog.getByRole('button', { name: 'Update Shop' }).click()
    await expect(dialog).toBeHidden()
    await expectNoDraft()
  }
  const panel = page.getByRole('form', { name: 'Edit Employee' })
  await page.getByRole('list', { name: 'My entities' }).getByRole('button').click()
  for (const name of ['Ana Rose', 'Ana Rubin']) {
    await page.getByRole('button', { name: /^Edit Ana/ }).click()
    await expect(note(page)).toHaveCount(0)
    await field(panel, 'Employee Name').fill(name)
    await panel.getByRole('button', { name: 'Update Employee' }).click()
    await expect(panel).toBeHidden()
    await expectNoDraft()
  }
})
