import type { Locator, Page } from '@playwright/test'
import { createOp } from '#scripts/process-tests/api-client.ts'
import {
  chooseFlow,
  chooseFromUserMenu,
  closeChecklist,
  closeToast,
  expect,
  field,
  makePerson,
  readRawDatabases,
  rowWith,
  signIn,
  test,
  toast,
  waitUntilSynced,
} from '../harness/fixtures.ts'
import { letHotkeysAct } from '../harness/keys.ts'
import { readRawRows, refuseWrites } from '../harness/raw-storage.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'

test.use({ serviceWorkers: 'allow' })

/** Crashes the page at once, so that nothing it holds in memory can still be stored. */
async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash')
  const session = await page.context().newCDPSession(page)
  session.send('Page.crash').catch(() => undefined)
  await crashed
}

const unfinished = (page: Page) => page.getByRole('status').filter({ hasText: /^You have/ })
const goOn = (page: Page) => unfinished(page).getByRole('button', { name: 'Continue' }).click()
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })
const draftsOf = async (page: Page, userId: string) => (await readRawDatabases(page))[`mainspring-device-${userId}`]?.['drafts'] ?? []

/** Closes a form and discards what is typed in it. */
async function discardForm(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await dialogOf(page, 'Discard what you typed?').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('hazard 46: one keystroke survives a crash of the page, is offered again, and is gone after saving', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const { page, context } = await newDevice(shop.person)
  // A page of the same site beside the app, to see what is on the disk.
  const witness = await context.newPage()
  await witness.goto('/healthz')
  await page.keyboard.press('c')
  await expect(field(dialogOf(page, 'Add New Customer'), 'Name')).toBeFocused()
  await page.keyboard.press('Q')
  await expect.poll(async () => JSON.stringify(await draftsOf(witness, shop.person.userId))).toContain('"name":"Q"')
  await crash(page)

  const again = await context.newPage()
  await again.goto(shop.path)
  await waitUntilSynced(again)
  await expect(unfinished(again)).toContainText(/^You have an unfinished customer “Q” from \d/)
  await goOn(again)
  const dialog = dialogOf(again, 'Add New Customer')
  await expect(field(dialog, 'Name')).toHaveValue('Q')
  await expect(dialog.getByText(/^This is what you typed on .+ and did not save\.$/)).toBeVisible()
  await expect(unfinished(again)).toBeHidden()
  await field(dialog, 'Phone').fill('5550101234')
  await dialog.getByRole('button', { name: 'Save Customer' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => draftsOf(again, shop.person.userId)).toEqual([])
  await again.reload()
  await waitUntilSynced(again)
  await expect(unfinished(again)).toBeHidden()
})

test('a keystroke whose draft the browser had not stored yet when the page crashed is offered again, once', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const { page, context } = await newDevice(shop.person)
  await page.keyboard.press('c')
  await expect(field(dialogOf(page, 'Add New Customer'), 'Name')).toBeFocused()
  await refuseWrites(page, { database: shop.person.userId, store: 'drafts' }, 'AbortError')
  await page.keyboard.press('Q')
  const notesOf = (within: Page): Promise<string[]> =>
    within.evaluate(() => Object.entries(localStorage).flatMap(([key, text]) => (key.startsWith('mainspring-draft-') ? [String(text)] : [])))
  await expect.poll(async () => (await notesOf(page)).join()).toContain('"name":"Q"')
  expect(await draftsOf(page, shop.person.userId)).toEqual([])
  await crash(page)

  const again = await context.newPage()
  await again.goto(shop.path)
  await waitUntilSynced(again)
  await goOn(again)
  await expect(field(dialogOf(again, 'Add New Customer'), 'Name')).toHaveValue('Q')
  await expect.poll(async () => JSON.stringify(await draftsOf(again, shop.person.userId))).toContain('"name":"Q"')
  await discardForm(again)
  await again.reload()
  await waitUntilSynced(again)
  await expect(unfinished(again)).toBeHidden()
  await expect.poll(() => notesOf(again)).toEqual([])
})

type FormCase = { title: string; name: string; typed: string; open: () => Promise<unknown>; hint: string; hasAddress?: boolean }

/** Types, reloads at once, finds the text again, and throws it away. */
async function reloadAndDiscard(page: Page, userId: string, { title, name, typed, open, hint, hasAddress = false }: FormCase): Promise<void> {
  await open()
  await field(dialogOf(page, title), name).fill(typed)
  await field(dialogOf(page, title), name).press('End')
  await page.keyboard.type('!!')
  // The reload stores the last keystrokes, whose pause is not over yet.
  await page.reload()
  if (!hasAddress) {
    await expect(unfinished(page)).toContainText(hint, { timeout: 30_000 })
    await goOn(page)
  }
  await expect(field(dialogOf(page, title), name)).toHaveValue(`${typed}!!`, { timeout: 30_000 })
  if (title === 'Edit Customer') {
    const note = dialogOf(page, title).getByRole('group', { name: 'Discard what you typed?' })
    for (const keep of ['Enter', 'Escape']) {
      await dialogOf(page, title).getByRole('button', { name: 'Start over' }).click()
      await expect(note.getByRole('button', { name: 'Keep editing' })).toBeFocused()
      await page.keyboard.press(keep)
      await expect(dialogOf(page, title).getByRole('button', { name: 'Start over' })).toBeFocused()
      await expect(field(dialogOf(page, title), name)).toHaveValue(`${typed}!!`)
    }
    await page.keyboard.press('Enter')
    await note.getByRole('button', { name: 'Discard' }).click()
    await expect(field(dialogOf(page, title), name)).not.toHaveValue(`${typed}!!`)
    await field(dialogOf(page, title), name).fill(typed)
  }
  await discardForm(page)
  await expect(unfinished(page)).toBeHidden()
  await expect.poll(() => draftsOf(page, userId)).toEqual([])
}

test('every form that creates keeps its draft to the last keystroke over a reload and drops it on cancel', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const { page } = await newDevice(shop.person)
  const forms: FormCase[] = [
    { title: 'Add New Order', name: 'Device Details', typed: 'Tuba', open: () => page.keyboard.press('n'), hint: 'unfinished order “Tuba!!” from' },
    { title: 'Add New Customer', name: 'Name', typed: 'Tina', open: () => page.keyboard.press('c'), hint: 'unfinished customer “Tina!!” from' },
    {
      title: 'Create Customer + Order',
      name: 'Name',
      typed: 'Toni',
      open: () => chooseFlow(page, 'Create Customer+Order'),
      hint: 'unfinished customer with order “Toni!!” from',
    },
  ]
  for (const form of forms) await reloadAndDiscard(page, shop.person.userId, form)
})

test('every form that edits keeps its draft to the last keystroke over a reload and drops it on cancel', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const customerId = await addCustomer(shop, { name: 'Dora Draft', phone: '5550103030' })
  await addOrder(shop, { customerId, itemDetails: 'Draft Drone' })
  const { page } = await newDevice(shop.person)
  const openCustomer = async (): Promise<void> => {
    await page.goto(`/${shop.id}/orders/${customerId}`)
    await page.getByRole('button', { name: 'Edit Customer' }).click()
  }
  const forms: FormCase[] = [
    { title: 'Edit Order', name: 'Order Notes', typed: 'call back', open: () => rowWith(page, 'Draft Drone').click(), hint: '', hasAddress: true },
    { title: 'Edit Customer', name: 'Name', typed: 'Dora Dr', open: openCustomer, hint: 'unfinished change of customer “Dora Dr!!” from' },
  ]
  for (const form of forms) await reloadAndDiscard(page, shop.person.userId, form)
})

test('no way out of a dialog throws away what was typed: Esc, a press outside, the back button, keys and closing the page ask first', async ({
  makeShop,
  newDevice,
}) => {
  const shop = await makeShop()
  const customerId = await addCustomer(shop, { name: 'Stay Stella' })
  await addOrder(shop, { customerId, itemDetails: 'Stay stereo' })
  await shop.api.write(shop.id, [createOp('tasks', { description: 'Stay task' })])
  const { page } = await newDevice(shop.person)
  // Navigates within the app, so that the back button stays in it.
  await goTo(page, 'Customers')
  await rowWith(page, 'Stay Stella').click()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
  const forms: { title: string; name: string; open: () => Promise<unknown>; isSheet?: boolean }[] = [
    { title: 'Add New Order', name: 'Order Notes', open: () => press('Add Order'), isSheet: true },
    { title: 'Edit Customer', name: 'Email', open: () => press('Edit Customer') },
    { title: 'Step 1: Add New Customer', name: 'Email', open: () => chooseFlow(page, 'Create Customer') },
    { title: 'Create Customer + Order', name: 'Customer Notes', open: () => chooseFlow(page, 'Create Customer+Order'), isSheet: true },
    { title: 'Add Shop Task', name: 'Description', open: () => goTo(page, 'Tasks').then(() => press('Add Shop Task')) },
    { title: 'Edit Shop Task', name: 'Description', open: () => rowWith(page, 'Stay task').getByText('Stay task').click() },
  ]
  for (const { title, name, open, isSheet = false } of forms) {
    await open()
    const dialog = dialogOf(page, title)
    await field(dialog, name).fill('half a thought')
    await keepOnLeaving(page, { typed: field(dialog, name), isSheet })
    if (name === 'Order Notes') await keepOnClosingThePage(page, { dialog, typed: field(dialog, name) })
    await discardForm(page)
  }
  await expect.poll(() => draftsOf(page, shop.person.userId)).toEqual([])
})

const goTo = (page: Page, view: string) => page.getByRole('navigation').getByRole('link', { name: view }).first().click()

/** Tries every way out of a form with something typed in it, and stays each time. */
async function keepOnLeaving(page: Page, { typed, isSheet }: { typed: Locator; isSheet: boolean }): Promise<void> {
  // A sheet covers the whole tablet, so there is nothing outside of it to press.
  const outside = isSheet ? [] : [() => page.mouse.click(4, 400)]
  for (const leave of [() => page.keyboard.press('Escape'), ...outside, () => page.goBack()]) {
    await leave()
    await dialogOf(page, 'Discard what you typed?').getByRole('button', { name: 'Keep editing' }).click()
    await expect(typed).toHaveValue('half a thought')
  }
}

/** Hotkeys do nothing, the navigation cannot be reached, and the browser asks before it closes the page. */
async function keepOnClosingThePage(page: Page, { dialog, typed }: { dialog: Locator; typed: Locator }): Promise<void> {
  const url = page.url()
  await dialog.getByRole('button', { name: 'Cancel' }).focus()
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await letHotkeysAct(page)
  await expect(page).toHaveURL(url)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  expect((await asked).type()).toBe('beforeunload')
  await (await asked).dismiss()
  await expect(typed).toHaveValue('half a thought')
}

test('back closes the dialog on top: a customer over an order, a task over its order, the checklist that follows', async ({ makeShop, newDevice }) => {
  const shop = await makeShop({ checklist: ['Charger'] })
  const customerId = await addCustomer(shop, { name: 'Top Tom' })
  const orderId = await addOrder(shop, { customerId, itemDetails: 'Top tuner' })
  await shop.api.write(shop.id, [createOp('tasks', { orderId, description: 'Tune it' })])
  const { page } = await newDevice(shop.person)
  await rowWith(page, 'Top tuner').click()
  const order = dialogOf(page, 'Edit Order')
  const nested: { title: string; name: string; open: () => Promise<void> }[] = [
    { title: 'Add New Customer', name: 'Name', open: () => order.getByRole('button', { name: 'Add New Customer' }).click() },
    { title: 'Edit Order Task', name: 'Description', open: () => order.getByRole('button', { name: 'Tune it' }).click() },
  ]
  for (const { title, name, open } of nested) {
    const dialog = dialogOf(page, title)
    await open()
    await expect(dialog).toBeVisible()
    await page.goBack()
    await expect(dialog).toBeHidden()
    await expect(order).toBeVisible()
    await open()
    await field(dialog, name).fill('half a thought')
    for (const leave of [() => page.goBack(), () => page.keyboard.press('Escape'), () => page.mouse.click(4, 400)]) {
      await leave()
      await dialogOf(page, 'Discard what you typed?').getByRole('button', { name: 'Keep editing' }).click()
      await expect(field(dialog, name)).toHaveValue('half a thought')
    }
    await page.goBack()
    await dialogOf(page, 'Discard what you typed?').getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toBeHidden()
    await expect(order).toBeVisible()
  }
  await page.goBack()
  await expect(order).toBeHidden()
  await expect(page).toHaveURL(shop.path)

  await goTo(page, 'Customers')
  await goTo(page, 'Orders')
  await page.keyboard.press('n')
  await dialogOf(page, 'Add New Order').getByRole('combobox', { name: 'Customer' }).fill('Top')
  await page.getByRole('option', { name: /Top Tom/ }).click()
  await field(dialogOf(page, 'Add New Order'), 'Device Details').fill('Checked chime')
  await field(dialogOf(page, 'Add New Order'), 'Issue Description').fill('Mute')
  await dialogOf(page, 'Add New Order').getByRole('button', { name: 'Add Order' }).click()
  await expect(dialogOf(page, 'Drop off Checklist')).toBeVisible()
  await page.goBack()
  await expect(dialogOf(page, 'Drop off Checklist')).toBeHidden()
  await expect(page).toHaveURL(shop.path)
})

test('a payment that was being changed before a reload sends only what was typed, not what it was then', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const orderId = await addOrder(shop, { customerId: await addCustomer(shop, { name: 'Late Lou' }), itemDetails: 'Late lamp' })
  const paid = createOp('payments', { orderId, paymentAmount: 30, paymentText: 'Cash', afterTax: false })
  await shop.api.write(shop.id, [paid])
  const { page } = await newDevice(shop.person)
  await rowWith(page, 'Late lamp').click()
  const payments = dialogOf(page, 'Edit Order').getByRole('region', { name: 'Order Payments', exact: true })
  await payments.getByRole('button', { name: 'Edit payment $30.00' }).click()
  await field(payments, 'Description').fill('By card')
  await expect.poll(async () => JSON.stringify(await draftsOf(page, shop.person.userId))).toContain('By card')
  await page.goto('/healthz')
  await shop.api.write(shop.id, [{ action: 'update', collection: 'payments', id: paid.id, changes: { paymentAmount: { from: 30, to: 50 } } }])
  await page.goto(`${shop.path}/order/${orderId}`)
  await expect(payments.getByRole('heading')).toContainText('$50.00')
  await expect(field(payments, 'Description')).toHaveValue('By card')
  await payments.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page)).toContainText('Payment updated successfully')
  await expect.poll(() => shop.api.pullAll('payments')).toEqual([expect.objectContaining({ paymentAmount: 50, paymentText: 'By card' })])
})

test('a session that ends while somebody types leaves the form alone; after a reload and a new sign-in the draft is offered', async ({
  makeShop,
  newDevice,
}) => {
  const shop = await makeShop()
  const { page, context } = await newDevice(shop.person)
  await page.keyboard.press('c')
  const dialog = dialogOf(page, 'Add New Customer')
  await field(dialog, 'Name').fill('Expired Ed')
  await context.clearCookies()
  // Another device's change that is too long for the live stream makes this one ask the server, which no longer knows its session.
  await addCustomer(shop, { name: 'News', customerNotes: 'long '.repeat(3_600) })
  await expect(page.getByText('Sign in again to send your changes')).toBeVisible({ timeout: 30_000 })
  await expect(field(dialog, 'Name')).toHaveValue('Expired Ed')
  await field(dialog, 'Name').press('End')
  await page.keyboard.type('dy')
  await page.reload()
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, shop.person)
  await expect(unfinished(page)).toContainText('unfinished customer “Expired Eddy” from')
  await goOn(page)
  await expect(field(dialog, 'Name')).toHaveValue('Expired Eddy')
})

test('signing out asks about unfinished forms, and nobody else on the tablet sees them', async ({ makeShop, newDevice, server }) => {
  const shop = await makeShop()
  const neighbour = await makePerson(server, { shops: [shop] })
  const { page } = await newDevice(shop.person)
  await page.keyboard.press('c')
  await field(dialogOf(page, 'Add New Customer'), 'Name').fill('Private Pia')
  await page.reload()
  await expect(unfinished(page)).toBeVisible()
  await chooseFromUserMenu(page, 'Logout')
  const question = dialogOf(page, '1 unfinished form')
  await expect(question).toContainText('There is text in 1 unfinished form that you have not saved.')
  await question.getByRole('button', { name: 'Sign out and keep them' }).click()
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, neighbour)
  await waitUntilSynced(page)
  await expect(unfinished(page)).toBeHidden()
  await page.keyboard.press('c')
  await expect(field(dialogOf(page, 'Add New Customer'), 'Name')).toHaveValue('')
  expect(await draftsOf(page, neighbour.userId)).toEqual([])
  await page.keyboard.press('Escape')
  await chooseFromUserMenu(page, 'Logout')
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, shop.person)
  await expect(unfinished(page)).toContainText('“Private Pia”')

  // Discarding can be undone in the toast.
  await unfinished(page).getByRole('button', { name: 'Discard' }).click()
  await expect(unfinished(page)).toBeHidden()
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(unfinished(page)).toContainText('“Private Pia”')
})

test('two tabs with the same form keep two drafts that never mix', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const { page, context } = await newDevice(shop.person)
  const other = await context.newPage()
  await other.goto(shop.path)
  await waitUntilSynced(other)
  const [mine, theirs] = [dialogOf(page, 'Add New Customer'), dialogOf(other, 'Add New Customer')]
  await page.keyboard.press('c')
  await field(mine, 'Name').fill('First Fay')
  await other.keyboard.press('c')
  await expect(field(theirs, 'Name')).toHaveValue('')
  await field(theirs, 'Name').fill('Second Sam')
  await field(mine, 'Phone').fill('5550104040')
  await mine.getByRole('button', { name: 'Save Customer' }).click()
  await expect(mine).toBeHidden()
  await expect(unfinished(page)).toBeHidden()
  await expect.poll(async () => JSON.stringify(await draftsOf(page, shop.person.userId))).toContain('Second Sam')
  await other.close()
  await page.reload()
  await expect(unfinished(page)).toContainText('“Second Sam”')
  await goOn(page)
  await expect(field(mine, 'Name')).toHaveValue('Second Sam')
  await expect(field(mine, 'Phone')).toHaveValue('')
})

test('a draft whose order was deleted meanwhile can still be read and copied, one whose customer was can be finished for another', async ({
  makeShop,
  newDevice,
}) => {
  const shop = await makeShop({ privileges: ['delete_order', 'delete_customer'] })
  const keptId = await addCustomer(shop, { name: 'Kept Kim', phone: '5550105050' })
  const goneId = await addCustomer(shop, { name: 'Gone Gil', phone: '5550106060' })
  const orderId = await addOrder(shop, { customerId: keptId, itemDetails: 'Vanishing Violin' })
  const { page } = await newDevice(shop.person)
  await rowWith(page, 'Vanishing Violin').click()
  await field(dialogOf(page, 'Edit Order'), 'Order Notes').fill('strings are in the drawer')
  await page.goto(`/${shop.id}/orders/${goneId}`)
  await page.getByRole('button', { name: 'Add Order' }).click()
  const adding = dialogOf(page, 'Add New Order')
  await field(adding, 'Device Details').fill('Orphaned Organ')
  await field(adding, 'Issue Description').fill('No sound')
  await page.goto(shop.path)
  await expect(rowWith(page, 'Vanishing Violin')).toBeVisible()
  await shop.api.write(shop.id, [{ action: 'delete', collection: 'orders', id: orderId }])
  await shop.api.write(shop.id, [{ action: 'delete', collection: 'customers', id: goneId }])
  await expect(rowWith(page, 'Vanishing Violin')).toBeHidden()
  // The list shows it before it is stored.
  await expect.poll(async () => (await readRawRows(page, 'orders')).some(({ id, _deleted }) => id === orderId && _deleted !== true)).toBe(false)

  // The address of the deleted order.
  await page.goto(`${shop.path}/order/${orderId}`)
  const missing = dialogOf(page, 'Order not found')
  await expect(missing).toContainText('Order notes: strings are in the drawer')
  await expect(missing.getByRole('button', { name: 'Copy the text' })).toBeVisible()
  await missing.getByRole('button', { name: 'Close' }).last().click()

  await expect(unfinished(page)).toContainText('You have 2 unfinished forms.')
  await unfinished(page).getByRole('button', { name: 'Show' }).click()
  const list = dialogOf(page, 'Unfinished forms')
  const violin = list.getByRole('listitem').filter({ hasText: 'Vanishing Violin' })
  await expect(violin).toContainText('It was deleted in the meantime. What you typed can be copied.')
  await expect(violin).toContainText('Order notes: strings are in the drawer')
  await page.screenshot({ path: test.info().outputPath('unfinished.png') })
  await violin.getByRole('button', { name: 'Discard' }).click()
  await closeToast(page)
  await list.getByRole('listitem').filter({ hasText: 'Orphaned Organ' }).getByRole('button', { name: 'Continue' }).click()

  await expect(field(adding, 'Issue Description')).toHaveValue('No sound')
  await expect(adding.getByText('This customer is not here any more: choose another one.')).toBeVisible()
  await adding.getByRole('combobox', { name: 'Customer' }).fill('Kept')
  await page.getByRole('option', { name: /Kept Kim/ }).click()
  await adding.getByRole('button', { name: 'Add Order' }).click()
  await expect(adding).toBeHidden()
  await closeChecklist(page)
  await expect
    .poll(() => shop.api.read<unknown[]>(`/api/${shop.id}/orders`))
    .toEqual([expect.objectContaining({ itemDetails: 'Orphaned Organ', customerId: keptId })])
  await expect.poll(() => draftsOf(page, shop.person.userId)).toEqual([])
})

test('an access code that is typed is in no draft and nowhere on the device', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const customerId = await addCustomer(shop, { name: 'Coded Cas', phone: '5550108080' })
  const { page } = await newDevice(shop.person, { at: `/${shop.id}/orders/${customerId}` })
  await page.getByRole('button', { name: 'Edit Customer' }).click()
  const dialog = dialogOf(page, 'Edit Customer')
  await dialog.getByLabel('Customer Access Code').fill('tr0ub4dor')
  await expect(dialog.getByText('Kept nowhere on this device, and in no draft.')).toBeVisible()
  await field(dialog, 'Email').fill('likes@tea')
  await expect.poll(async () => JSON.stringify(await readRawDatabases(page))).toContain('likes@tea')
  expect(JSON.stringify(await readRawDatabases(page))).not.toContain('tr0ub4dor')
  await page.reload()
  await goOn(page)
  await expect(field(dialog, 'Email')).toHaveValue('likes@tea')
  await expect(dialog.getByLabel('Customer Access Code')).toHaveValue('')
})
