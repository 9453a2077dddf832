import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { hasUnsavedText } from '#web/forms/drafts/unsaved.ts'
import { draftsOf } from '#web/testing/stored-drafts.ts'
import { renderShop } from '#web/testing/render-shop.tsx'
import { chooseFlow, dialogOf, expectAddress, field, press, rowWith } from '#web/testing/screen.ts'
import { addCustomer, addOrder, createOp } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'
import { burstGapMs } from '#web/ui/keys/key-burst.ts'

const question = dialogOf('Discard what you typed?')
const goTo = (view: string): Promise<void> =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(`^${view}`) })
    .first()
    .click()
const pressButton = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).first().click()
const goBack = async (): Promise<void> => history.back()
/** Presses outside the dialog. */
const pressOutside = (): Promise<void> => userEvent.click(document.documentElement, { position: { x: 4, y: 400 }, force: true })

/** Tries every way of leaving a form with typed text and stays each time. */
async function stayOnLeaving(typed: Locator, isSheet: boolean): Promise<void> {
  // A sheet covers the whole tablet and has no outside.
  for (const leave of [() => press('Escape'), ...(isSheet ? [] : [pressOutside]), goBack]) {
    await leave()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect.element(typed).toHaveValue('half a thought')
  }
}

async function stayOnClosingThePage(dialog: Locator, typed: Locator): Promise<void> {
  const { href } = window.location
  await press('g', dialog.getByRole('button', { name: 'Cancel' }))
  await press('c')
  // Letters act only after the scanner gap; timers fire in order, so this one comes later.
  await new Promise((resolve) => setTimeout(resolve, burstGapMs + 10))
  expect(window.location.href).toBe(href)
  await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
  // On this state the page makes the browser ask (tested in drafts.spec.ts).
  expect(hasUnsavedText()).toBe(true)
  await expect.element(typed).toHaveValue('half a thought')
}

test('no way out of a dialog throws away what was typed: Esc, a press outside, the back button, keys and closing the page ask first', async () => {
  const shop = makeShop()
  const customerId = await addCustomer(shop, { name: 'Stay Stella' })
  await addOrder(shop, { customerId, itemDetails: 'Stay stereo' })
  await shop.api.write(shop.id, [createOp('tasks', { description: 'Stay task' })])
  await renderShop({ shop })
  // Navigate within the app, so that Back stays in it.
  await goTo('Customers')
  await rowWith('Stay Stella').click()
  const forms: { title: string; name: string; open: () => Promise<unknown>; isSheet?: boolean }[] = [
    { title: 'Add New Order', name: 'Order Notes', open: () => pressButton('Add Order'), isSheet: true },
    { title: 'Edit Customer', name: 'Email', open: () => pressButton('Edit Customer') },
    { title: 'Step 1: Add New Customer', name: 'Email', open: () => chooseFlow('Create Customer') },
    { title: 'Create Customer + Order', name: 'Customer Notes', open: () => chooseFlow('Create Customer+Order'), isSheet: true },
    { title: 'Add Shop Task', name: 'Description', open: () => goTo('Tasks').then(() => pressButton('Add Shop Task')) },
    { title: 'Edit Shop Task', name: 'Description', open: () => rowWith('Stay task').getByText('Stay task').click() },
  ]
  for (const { title, name, open, isSheet = false } of forms) {
    await open()
    const dialog = dialogOf(title)
    await field(dialog, name).fill('half a thought')
    await stayOnLeaving(field(dialog, name), isSheet)
    if (name === 'Order Notes') await stayOnClosingThePage(dialog, field(dialog, name))
    await press('Escape')
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  }
  await expect.poll(() => draftsOf(shop.person.userId)).toEqual([])
})

test('back closes the dialog on top: a customer over an order, a task over its order, the checklist that follows', async () => {
  const shop = makeShop({ checklist: ['Charger'] })
  const customerId = await addCustomer(shop, { name: 'Top Tom' })
  const orderId = await addOrder(shop, { customerId, itemDetails: 'Top tuner' })
  await shop.api.write(shop.id, [createOp('tasks', { orderId, description: 'Tune it' })])
  await renderShop({ shop })
  await rowWith('Top tuner').click()
  const order = dialogOf('Edit Order')
  const nested: { title: string; name: string; open: () => Promise<void> }[] = [
    { title: 'Add New Customer', name: 'Name', open: () => order.getByRole('button', { name: 'Add New Customer' }).click() },
    { title: 'Edit Order Task', name: 'Description', open: () => order.getByRole('button', { name: 'Tune it', exact: true }).click() },
  ]
  for (const { title, name, open } of nested) {
    const dialog = dialogOf(title)
    await open()
    await expect.element(dialog).toBeVisible()
    await goBack()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(order).toBeVisible()
    await open()
    await field(dialog, name).fill('half a thought')
    for (const leave of [goBack, () => press('Escape'), pressOutside]) {
      await leave()
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await expect.element(field(dialog, name)).toHaveValue('half a thought')
    }
    await goBack()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(order).toBeVisible()
  }
  await goBack()
  await expect.element(order).not.toBeInTheDocument()
  await expectAddress(shop.path)

  await goTo('Customers')
  await goTo('Orders')
  await press('n')
  const adding = dialogOf('Add New Order')
  await adding.getByRole('combobox', { name: /^Customer/ }).fill('Top')
  await page.getByRole('option', { name: /Top Tom/ }).click()
  await field(adding, 'Device Details').fill('Checked chime')
  await field(adding, 'Issue Description').fill('Mute')
  await adding.getByRole('button', { name: 'Add Order' }).click()
  const checklist = dialogOf('Drop off Checklist')
  await expect.element(checklist).toBeVisible()
  await goBack()
  await expect.element(checklist).not.toBeInTheDocument()
  await expectAddress(shop.path)
})
