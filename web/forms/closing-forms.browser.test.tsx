import { describe, expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { privilegeNames } from '#schema/privileges.ts'
import { draftsOf } from '#web/testing/stored-drafts.ts'
import { renderShop, type RenderedShop } from '#web/testing/render-shop.tsx'
import { chooseFlow, chooseFromListMenu, closeChecklist, closeToast, dialogOf, field, press, rowWith } from '#web/testing/screen.ts'
import { addCustomer, addOrder, addTask, createOp } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'

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

const main = page.getByRole('main')
const pressButton = (name: string): Promise<void> => main.getByRole('button', { name, exact: true }).click()
const show = (view: string): Promise<void> =>
  page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: new RegExp(`^${view}`) })
    .first()
    .click()
const breakdown = (dialog: Locator): Promise<void> => field(dialog, 'Issue Description').fill('Is late')
const note = page.getByText(/^This is what you typed on/)

async function expectNoQuestion(form: Locator, leave: () => Promise<void>): Promise<void> {
  await leave()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(page.getByText(/Discard what you typed/)).not.toBeInTheDocument()
}

async function goThrough({ isFirst = false, title, name, typed, submit, open, complete, after }: FormCase): Promise<void> {
  const dialog = dialogOf(title)
  const input = field(dialog, name)
  const waysOut = [() => dialog.getByRole('button', { name: 'Cancel' }).last().click(), () => press('Escape'), async () => history.back()]
  for (const leave of isFirst ? waysOut : waysOut.slice(0, 1)) {
    await open()
    await expect.element(input).toBeVisible()
    await expectNoQuestion(dialog, leave)
  }
  await open()
  await press('End', input)
  await userEvent.keyboard('x{Backspace}')
  await expectNoQuestion(dialog, () => press('Escape'))
  await open()
  await input.fill(typed)
  await complete?.(dialog)
  await dialog.getByRole('button', { name: submit, exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await after?.()
  await open()
  await expect.element(input).toBeVisible()
  await expect.element(note).not.toBeInTheDocument()
  await expectNoQuestion(dialog, () => press('Escape'))
}

/** A shop's views with a row of each kind. At the end no form may have left a draft. */
async function openShop(): Promise<RenderedShop> {
  const shop = makeShop({ privileges: privilegeNames })
  const customerId = await addCustomer(shop, { name: 'Cleo Close', phone: '5550107070', customerNotes: 'Two lines\r\nfrom a file' })
  await addOrder(shop, { customerId, itemDetails: 'Closing clock', orderNotes: 'Two lines\r\nfrom a file' })
  await addTask(shop, { description: 'Sweep' })
  const category = createOp('categories', { name: 'Phones' })
  const supplier = createOp('suppliers', { supplierName: 'Pixels' })
  await shop.api.write(shop.id, [category, supplier, createOp('products', { name: 'Display', categoryHierarchyId: category.id, inventoryCount: 3 })])
  return renderShop({ shop })
}

async function expectNoDrafts({ shop }: RenderedShop): Promise<void> {
  await expect.poll(() => draftsOf(shop.person.userId)).toEqual([])
}

describe('no form in a dialog asks where nothing is typed, nor offers what was just saved', () => {
  test('of orders and customers', async () => {
    const app = await openShop()
    // A view before this one, so that Back stays in the app.
    await show('Tasks')
    await show('Orders')
    await goThrough({
      isFirst: true,
      title: 'Edit Order',
      name: 'Order Notes',
      typed: 'call back',
      submit: 'Save Changes',
      open: () => rowWith('Closing clock').click(),
    })
    await goThrough({
      isFirst: true,
      title: 'Add New Customer',
      name: 'Name',
      typed: 'Tina Two',
      submit: 'Save Customer',
      open: () => press('c'),
      complete: (dialog) => field(dialog, 'Phone').fill('5550107171'),
    })
    await goThrough({
      title: 'Create Customer + Order',
      name: 'Name',
      typed: 'Toni Three',
      submit: 'Save Customer + Order',
      open: () => chooseFlow('Create Customer+Order'),
      complete: async (dialog) => {
        await field(dialog, 'Phone').fill('5550107272')
        await field(dialog, 'Device Details').fill('Tuba')
        await breakdown(dialog)
      },
      after: closeChecklist,
    })
    const dialog = dialogOf('Add New Customer')
    await press('c')
    await field(dialog, 'Phone').click()
    await userEvent.keyboard('+44')
    await expect.element(field(dialog, 'Country Code')).toHaveValue('+44')
    await userEvent.keyboard('{Backspace}{Backspace}{Backspace}')
    await expectNoQuestion(dialog, () => press('Escape'))
    await expectNoDrafts(app)
  })

  test('of one customer, and of tasks', async () => {
    const app = await openShop()
    await show('Customers')
    await rowWith('Cleo Close').click()
    await goThrough({ title: 'Edit Customer', name: 'Email', typed: 'cleo@example.org', submit: 'Update Customer', open: () => pressButton('Edit Customer') })
    await goThrough({
      title: 'Add New Order',
      name: 'Device Details',
      typed: 'Second clock',
      submit: 'Add Order',
      open: () => pressButton('Add Order'),
      complete: breakdown,
      after: closeChecklist,
    })
    await show('Tasks')
    await goThrough({ title: 'Add Shop Task', name: 'Description', typed: 'Mop', submit: 'Create Task', open: () => pressButton('Add Shop Task') })
    await goThrough({ title: 'Edit Shop Task', name: 'Description', typed: 'Sweep twice', submit: 'Update Task', open: () => main.getByText(/^Sweep/).click() })
    await expectNoDrafts(app)
  })

  test('of the inventory', async () => {
    const app = await openShop()
    await show('Inventory')
    await goThrough({ title: 'Add Product Inventory', name: 'Name', typed: 'Battery', submit: 'Add Product', open: () => pressButton('Add product to Phones') })
    await goThrough({
      title: 'Edit Product Inventory',
      name: 'Name',
      typed: 'Display OLED',
      submit: 'Update Product',
      open: () =>
        page
          .getByRole('treegrid')
          .getByText(/^Display/)
          .click(),
    })
    await pressButton('Edit category Phones')
    const editing = dialogOf('Edit Category')
    await editing.getByRole('button', { name: 'Add', exact: true }).click()
    await expectNoQuestion(editing, () => press('Escape'))
    await chooseFromListMenu('Suppliers')
    const list = dialogOf('Suppliers')
    await goThrough({
      title: 'Add Supplier',
      name: 'Supplier Name',
      typed: 'Parts',
      submit: 'Add Supplier',
      open: () => list.getByRole('button', { name: 'Add Supplier' }).click(),
      after: closeToast,
    })
    await goThrough({
      title: 'Edit Supplier',
      name: 'Address',
      typed: 'Quay 2',
      submit: 'Update Supplier',
      open: () => list.getByRole('button', { name: 'Edit Pixels' }).click(),
      after: closeToast,
    })
    await press('Escape')
    await expectNoDrafts(app)
  })
})
