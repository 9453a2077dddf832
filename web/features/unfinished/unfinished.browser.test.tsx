import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { appHistory } from '#web/navigation/navigate.ts'
import { draftsOf, readDatabases } from '#web/testing/stored-drafts.ts'
import { renderShop, type RenderedShop } from '#web/testing/render-shop.tsx'
import { chooseFlow, closeChecklist, closeToast, dialogOf, field, press, rowWith, toast } from '#web/testing/screen.ts'
import { addCustomer, addOrder, createOp } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'

const unfinished = page.getByRole('status').filter({ hasText: /^You have/ })
const goOn = (): Promise<void> => unfinished.getByRole('button', { name: 'Continue' }).click()

/** `path`: the address that opens the form. */
type FormCase = { title: string; name: string; typed: string; open: () => Promise<unknown>; hint: string; path?: string }

/** Types, reloads at once, and expects the text to be restored. */
async function expectKeptOverReload(app: RenderedShop, { title, name, typed, open, hint, path }: FormCase): Promise<void> {
  const input = field(dialogOf(title), name)
  await open()
  await input.fill(typed)
  await press('End', input)
  await userEvent.keyboard('!!')
  // Return to the list: at the form's address the form would cover the hint.
  if (path !== undefined) window.history.replaceState(null, '', app.shop.path)
  // The reload stores the last keystrokes, still in the debounce.
  await app.reload()
  await expect.element(unfinished).toMatchTextContent(hint)
  if (path === undefined) await goOn()
  else appHistory().go(path)
  await expect.element(input).toHaveValue(`${typed}!!`)
}

/** Closes a form and discards its draft. */
async function discardForm({ shop }: RenderedShop): Promise<void> {
  await press('Escape')
  await dialogOf('Discard what you typed?').getByRole('button', { name: 'Discard' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(unfinished).not.toBeInTheDocument()
  await expect.poll(() => draftsOf(shop.person.userId)).toEqual([])
}

describe('a draft', () => {
  test('of every form that creates is kept to the last keystroke over a reload, and dropped on cancel', async () => {
    const app = await renderShop()
    const forms: FormCase[] = [
      { title: 'Add New Order', name: 'Device Details', typed: 'Tuba', open: () => press('n'), hint: 'unfinished order “Tuba!!” from' },
      { title: 'Add New Customer', name: 'Name', typed: 'Tina', open: () => press('c'), hint: 'unfinished customer “Tina!!” from' },
      {
        title: 'Create Customer + Order',
        name: 'Name',
        typed: 'Toni',
        open: () => chooseFlow('Create Customer+Order'),
        hint: 'unfinished customer with order “Toni!!” from',
      },
    ]
    for (const form of forms) {
      await expectKeptOverReload(app, form)
      await discardForm(app)
    }
  })

  test('of every form that edits is kept to the last keystroke over a reload, and dropped on cancel', async () => {
    const shop = makeShop()
    const customerId = await addCustomer(shop, { name: 'Dora Draft', phone: '5550103030' })
    const orderId = await addOrder(shop, { customerId, itemDetails: 'Draft Drone' })
    const app = await renderShop({ shop })
    await expectKeptOverReload(app, {
      title: 'Edit Order',
      name: 'Order Notes',
      typed: 'call back',
      open: () => rowWith('Draft Drone').click(),
      hint: 'unfinished change of order “Draft Drone” from',
      path: `${shop.path}/order/${orderId}`,
    })
    await discardForm(app)

    await app.goTo(`/${shop.id}/orders/${customerId}`)
    await expectKeptOverReload(app, {
      title: 'Edit Customer',
      name: 'Name',
      typed: 'Dora Dr',
      open: () => page.getByRole('button', { name: 'Edit Customer' }).click(),
      hint: 'unfinished change of customer “Dora Dr!!” from',
    })
    const dialog = dialogOf('Edit Customer')
    const startOver = dialog.getByRole('button', { name: 'Start over' })
    const question = dialog.getByRole('group', { name: 'Discard what you typed?' })
    for (const keep of ['Enter', 'Escape']) {
      await startOver.click()
      await expect.element(question.getByRole('button', { name: 'Keep editing' })).toHaveFocus()
      await press(keep)
      await expect.element(startOver).toHaveFocus()
      await expect.element(field(dialog, 'Name')).toHaveValue('Dora Dr!!')
    }
    await press('Enter')
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect.element(field(dialog, 'Name')).not.toHaveValue('Dora Dr!!')
    await field(dialog, 'Name').fill('Dora Dr')
    await discardForm(app)
  })

  test('of a payment that was being changed sends only what was typed, not what the payment was then', async () => {
    const shop = makeShop()
    const orderId = await addOrder(shop, { customerId: await addCustomer(shop, { name: 'Late Lou' }), itemDetails: 'Late lamp' })
    const paid = createOp('payments', { orderId, paymentAmount: 30, paymentText: 'Cash', afterTax: false })
    await shop.api.write(shop.id, [paid])
    const app = await renderShop({ shop })
    await rowWith('Late lamp').click()
    const payments = dialogOf('Edit Order').getByRole('region', { name: 'Order Payments', exact: true })
    await payments.getByRole('button', { name: 'Edit payment $30.00' }).click()
    await field(payments, 'Description').fill('By card')
    await expect.poll(async () => JSON.stringify(await draftsOf(shop.person.userId))).toContain('By card')
    await app.goTo(`/${shop.id}/tasks`)
    await app.writeAsOther([{ action: 'update', collection: 'payments', id: paid.id, changes: { paymentAmount: { from: 30, to: 50 } } }])
    await expect.poll(async () => (await app.device.rows.read('payments', paid.id))?.paymentAmount).toBe(50)
    appHistory().go(`${shop.path}/order/${orderId}`)
    await expect.element(payments.getByRole('heading').first()).toMatchTextContent('$50.00')
    await expect.element(field(payments, 'Description')).toHaveValue('By card')
    await payments.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.element(toast()).toMatchTextContent('Payment updated successfully')
    await expect.poll(() => shop.api.pullAll('payments')).toEqual([expect.objectContaining({ paymentAmount: 50, paymentText: 'By card' })])
  })

  test('whose order was deleted meanwhile can still be read and copied, one whose customer was can be finished for another', async () => {
    const shop = makeShop({ privileges: ['delete_order', 'delete_customer'] })
    const keptId = await addCustomer(shop, { name: 'Kept Kim', phone: '5550105050' })
    const goneId = await addCustomer(shop, { name: 'Gone Gil', phone: '5550106060' })
    const orderId = await addOrder(shop, { customerId: keptId, itemDetails: 'Vanishing Violin' })
    const app = await renderShop({ shop })
    await rowWith('Vanishing Violin').click()
    await field(dialogOf('Edit Order'), 'Order Notes').fill('strings are in the drawer')
    await app.goTo(`/${shop.id}/orders/${goneId}`)
    await page.getByRole('button', { name: 'Add Order' }).click()
    const adding = dialogOf('Add New Order')
    await field(adding, 'Device Details').fill('Orphaned Organ')
    await field(adding, 'Issue Description').fill('No sound')
    await app.goTo(shop.path)
    await expect.element(rowWith('Vanishing Violin')).toBeVisible()
    await app.writeAsOther([{ action: 'delete', collection: 'orders', id: orderId }])
    await app.writeAsOther([{ action: 'delete', collection: 'customers', id: goneId }])
    await expect.element(rowWith('Vanishing Violin')).not.toBeInTheDocument()
    // The list shows the deletion before it is stored.
    await expect.poll(() => app.device.rows.read('customers', goneId)).toBeUndefined()

    appHistory().go(`${shop.path}/order/${orderId}`)
    const missing = dialogOf('Order not found')
    await expect.element(missing).toMatchTextContent('Order notes: strings are in the drawer')
    await expect.element(missing.getByRole('button', { name: 'Copy the text' })).toBeVisible()
    await missing.getByRole('button', { name: 'Close' }).last().click()

    await expect.element(unfinished).toMatchTextContent('You have 2 unfinished forms.')
    await unfinished.getByRole('button', { name: 'Show' }).click()
    const list = dialogOf('Unfinished forms')
    const violin = list.getByRole('listitem').filter({ hasText: 'Vanishing Violin' })
    await expect.element(violin).toMatchTextContent('It was deleted in the meantime. What you typed can be copied.')
    await expect.element(violin).toMatchTextContent('Order notes: strings are in the drawer')
    await violin.getByRole('button', { name: 'Discard' }).click()
    await closeToast()
    await list.getByRole('listitem').filter({ hasText: 'Orphaned Organ' }).getByRole('button', { name: 'Continue' }).click()

    await expect.element(field(adding, 'Issue Description')).toHaveValue('No sound')
    await expect.element(adding.getByText('This customer is not here any more: choose another one.')).toBeVisible()
    await adding.getByRole('combobox', { name: /^Customer/ }).fill('Kept')
    await page.getByRole('option', { name: /Kept Kim/ }).click()
    await adding.getByRole('button', { name: 'Add Order' }).click()
    await expect.element(adding).not.toBeInTheDocument()
    await closeChecklist()
    await expect
      .poll(async () => (await shop.api.pullAll('orders')).filter((row) => !('_deleted' in row)))
      .toEqual([expect.objectContaining({ itemDetails: 'Orphaned Organ', customerId: keptId })])
    await expect.poll(() => draftsOf(shop.person.userId)).toEqual([])
  })

  test('holds no access code that is typed, and neither does anything else on the device', async () => {
    const shop = makeShop()
    const customerId = await addCustomer(shop, { name: 'Coded Cas', phone: '5550108080' })
    const app = await renderShop({ shop, at: `/${shop.id}/orders/${customerId}` })
    const stored = async (): Promise<string> => JSON.stringify([await readDatabases(shop.person.userId), { ...localStorage }])
    await page.getByRole('button', { name: 'Edit Customer' }).click()
    const dialog = dialogOf('Edit Customer')
    const code = dialog.getByLabelText(/^Customer Access Code/)
    await code.fill('tr0ub4dor')
    await expect.element(dialog.getByText(/Not stored on this device\./)).toBeVisible()
    await field(dialog, 'Email').fill('likes@tea')
    await expect.poll(stored).toContain('likes@tea')
    expect(await stored()).not.toContain('tr0ub4dor')
    await app.reload()
    await goOn()
    await expect.element(field(dialog, 'Email')).toHaveValue('likes@tea')
    await expect.element(code).toHaveValue('')
  })
})
