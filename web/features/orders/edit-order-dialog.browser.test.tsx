import { describe, expect, test } from 'vitest'
import { page, type Locator } from 'vitest/browser'
import type { Bootstrap } from '#schema/api/sync.ts'
import { renderShop } from '#web/testing/render-shop.tsx'
import {
  chooseFlow,
  closeToast,
  dialogOf,
  expectAddress,
  expectCount,
  expectTexts,
  field,
  press,
  rowWith,
  syncBadge,
  toast,
  waitUntilSynced,
} from '#web/testing/screen.ts'
import { makeShop, type TestShop } from '#web/testing/shop-server.ts'
import { addCustomer, addOrder, changeOrder, readOrders } from '#web/testing/shop-rows.ts'
import { outboxOf, refuseWrites, rowsOf } from '#web/testing/storage-faults.ts'

const dialog = dialogOf('Edit Order')
const question = dialogOf('Discard what you typed?')

/** Makes the server return another name for a status. */
function renameStatus({ server }: TestShop, from: string, to: string): void {
  const bootstrapOf = server.bootstrapOf.bind(server)
  server.bootstrapOf = (userId) => JSON.parse(JSON.stringify(bootstrapOf(userId)).replaceAll(`"${from}"`, `"${to}"`)) as Bootstrap
}

describe('an order that is open', () => {
  test('sends only what was changed and says that it is saved', async () => {
    const shop = makeShop()
    const customerId = await addCustomer(shop, { name: 'Edda Edit' })
    const orderId = await addOrder(shop, { customerId, itemDetails: 'Edit radio', quotedCost: '10' })
    await renderShop({ shop })
    await rowWith('Edit radio').click()
    await field(dialog, 'Order Notes').fill('Only this')
    shop.server.pushes = []
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect.element(toast()).toMatchTextContent('Order updated successfully')
    await expect.element(dialog).not.toBeInTheDocument()
    await waitUntilSynced()
    expect(shop.server.pushes.flatMap(({ mutations }) => mutations.map(({ ops }) => ops))).toEqual([
      [{ action: 'update', collection: 'orders', id: orderId, changes: { orderNotes: { from: null, to: 'Only this' } } }],
    ])
  })

  test('has a chat link of country code and digits, and no delete section without the privilege', async () => {
    const shop = makeShop()
    const customerId = await addCustomer(shop, { name: 'Chad Chat', countryCode: '+44', phone: '2079460000' })
    const silentId = await addCustomer(shop, { name: 'Silent Sid', phone: null, countryCode: null })
    await addOrder(shop, { customerId, itemDetails: 'Chat radio' })
    await addOrder(shop, { customerId: silentId, itemDetails: 'Silent radio' })
    const app = await renderShop({ shop })
    await rowWith('Chat radio').click()
    const link = dialog.getByRole('link', { name: 'WhatsApp' })
    await expect.element(link).toHaveAttribute('href', 'https://wa.me/442079460000')
    await expect.element(link).toHaveAttribute('target', '_blank')
    await expect.element(link).toHaveAttribute('rel', expect.stringContaining('noopener'))
    await expect.element(dialog.getByRole('button', { name: /delete/i })).not.toBeInTheDocument()

    renameStatus(shop, 'Dropped Off', 'waiting_for_part')
    await press('Escape')
    await expect.element(dialog).not.toBeInTheDocument()
    await app.reload()
    await rowWith('Chat radio').click()
    await dialog.getByRole('button', { name: 'View Order Status History' }).click()
    await expectTexts(dialog.getByRole('list', { name: 'Order status history' }).getByRole('listitem'), [/^waiting for part/])
    await press('Escape')
    await rowWith('Silent radio').click()
    await expect.element(field(dialog, 'Device Details')).toHaveValue('Silent radio')
    await expect.element(link).not.toBeInTheDocument()
  })

  test('is deleted in two steps by who may', async () => {
    const shop = makeShop({ privileges: ['delete_order'] })
    const customerId = await addCustomer(shop, { name: 'Della Delete' })
    await addOrder(shop, { customerId, itemDetails: 'Doomed radio' })
    await addOrder(shop, { customerId, itemDetails: 'Kept radio' })
    await renderShop({ shop })
    await rowWith('Doomed radio').click()
    await dialog.getByRole('button', { name: 'Delete this Order' }).click()
    await expect.element(dialog.getByText('Are you sure you want to delete this order?')).toBeVisible()
    await dialog.getByRole('button', { name: 'No', exact: true }).click()
    await expect.element(dialog.getByText(/Are you sure/)).not.toBeInTheDocument()
    await dialog.getByRole('button', { name: 'Delete this Order' }).click()
    await dialog.getByRole('button', { name: 'Yes' }).click()
    await expect.element(toast()).toMatchTextContent('Order deleted')
    await expect.element(toast()).toMatchTextContent('The order and all associated data have been successfully deleted.')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(rowWith('Doomed radio')).not.toBeInTheDocument()
    await expect.element(rowWith('Kept radio')).toBeVisible()
    await expect.poll(async () => (await readOrders(shop)).map(({ itemDetails }) => itemDetails)).toEqual(['Kept radio'])
  })

  test('asks before it throws away what was typed, and offers a draft again', async () => {
    const shop = makeShop({ privileges: ['delete_order'] })
    const customerId = await addCustomer(shop, { name: 'Dirk Dirty' })
    await addOrder(shop, { customerId, itemDetails: 'Dirty radio' })
    const app = await renderShop({ shop, rest: { 'GET /api/*/deleted': () => ({ rows: [], next: null }) } })
    await rowWith('Dirty radio').click()
    await expect.element(dialog).toBeVisible()
    await press('Escape')
    await expect.element(dialog).not.toBeInTheDocument()

    await rowWith('Dirty radio').click()
    await field(dialog, 'Order Notes').fill('half a thought')
    for (const close of [
      () => press('Escape'),
      () => dialog.getByRole('button', { name: 'Cancel' }).click(),
      async () => history.back(),
      () => dialog.getByRole('link', { name: 'Recently deleted' }).click(),
    ]) {
      await close()
      await expect.element(question).toBeVisible()
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await expect.element(field(dialog, 'Order Notes')).toHaveValue('half a thought')
    }

    await app.reload()
    await expect.element(page.getByText(/This is what you typed on .+ and did not save\./)).toBeVisible()
    await expect.element(field(dialog, 'Order Notes')).toHaveValue('half a thought')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await rowWith('Dirty radio').click()
    await expect.element(field(dialog, 'Order Notes')).toHaveValue('')

    await field(dialog, 'Order Notes').fill('no thought')
    await dialog.getByRole('link', { name: 'Recently deleted' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expectAddress(/\/recently-deleted$/)
    await expect.element(dialog).not.toBeInTheDocument()
    history.back()
    await expect.element(field(dialog, 'Order Notes')).toHaveValue('')
  })

  test('tells what others change meanwhile and keeps what is being typed; both survive the merge', async () => {
    const shop = makeShop()
    const customerId = await addCustomer(shop, { name: 'Mel Merge' })
    const orderId = await addOrder(shop, { customerId, itemDetails: 'Merge radio', orderNotes: 'first line', quotedCost: '10' })
    await renderShop({ shop })
    await rowWith('Merge radio').click()
    await field(dialog, 'Order Notes').fill('first line\nmine')
    await changeOrder(shop, orderId, { quotedCost: { from: '10', to: '99' }, orderNotes: { from: 'first line', to: 'theirs\nfirst line' } })
    await expect.element(dialog.getByText(/Changed meanwhile: Quoted cost is now .*99/)).toBeVisible()
    await expect.element(field(dialog, 'Order Notes')).toHaveValue('first line\nmine')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await waitUntilSynced()
    expect(await readOrders(shop)).toEqual([expect.objectContaining({ quotedCost: '99', orderNotes: 'theirs\nfirst line\nmine' })])
    await rowWith('Merge radio').click()
    await expect.element(field(dialog, 'Order Notes')).toHaveValue('theirs\nfirst line\nmine')
  })

  test('that is gone on the server keeps what was typed under "Needs attention"', async () => {
    const shop = makeShop({ privileges: ['delete_order'] })
    const customerId = await addCustomer(shop, { name: 'Gone Gus' })
    const orderId = await addOrder(shop, { customerId, itemDetails: 'Gone radio' })
    const app = await renderShop({ shop })
    app.goOffline()
    await rowWith('Gone radio').click()
    await field(dialog, 'Order Notes').fill('typed for nothing?')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect.element(toast()).toMatchTextContent('Order updated successfully')
    await app.writeAsOther([{ action: 'delete', collection: 'orders', id: orderId }])
    // The device counts as online only when nothing needs attention.
    const online = app.goOnline()
    await expect.element(syncBadge()).toHaveAccessibleName('Needs attention (1). Show details')
    await expect.element(rowWith('Gone radio')).not.toBeInTheDocument()
    await syncBadge().click()
    const item = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem')
    await expect.element(item).toMatchTextContent('typed for nothing?')
    await expect.element(item).toMatchTextContent('was deleted in the meantime')
    await item.getByRole('button', { name: 'Discard' }).click()
    await expectCount(item, 0)
    await press('Escape')
    await online
    await waitUntilSynced()
  })
})

test('what this device cannot store is said in the documented words, and stays in its form', async () => {
  const shop = makeShop({ privileges: ['delete_order'] })
  const customerId = await addCustomer(shop, { name: 'Stubborn Stu' })
  await addOrder(shop, { customerId, itemDetails: 'Stubborn radio' })
  await renderShop({ shop, at: `/${shop.id}/orders/${customerId}` })
  const discard = async (form: Locator): Promise<void> => {
    // The toast appears shortly before the save ends; the form can close only after that.
    await expect.element(form.css('[aria-busy]')).not.toBeInTheDocument()
    await press('Escape')
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect.element(form).not.toBeInTheDocument()
  }
  await expect.element(rowWith('Stubborn radio')).toBeVisible()
  for (const collection of ['orders', 'customers']) refuseWrites(rowsOf(collection), 'UnknownError')

  await page.getByRole('button', { name: 'Add Order' }).click()
  const adding = dialogOf('Add New Order')
  await field(adding, 'Device Details').fill('Never stored')
  await field(adding, 'Issue Description').fill('Full')
  await adding.getByRole('button', { name: 'Add Order' }).click()
  await expect.element(toast()).toMatchTextContent('Failed to create order')
  await expect.element(field(adding, 'Device Details')).toHaveValue('Never stored')
  await discard(adding)

  // An update enters the outbox before its row is stored, so make the outbox fail.
  const allowMutations = refuseWrites(outboxOf(shop.person.userId), 'UnknownError')
  await rowWith('Stubborn radio').click()
  await field(dialog, 'Order Notes').fill('Never stored')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect.element(toast()).toMatchTextContent('Failed to update order')
  await closeToast()
  await expect.element(field(dialog, 'Order Notes')).toHaveValue('Never stored')
  allowMutations()
  await dialog.getByRole('button', { name: 'Delete this Order' }).click()
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect.element(toast()).toMatchTextContent('Failed to delete order')
  await closeToast()
  // An error without a message shows the default text.
  const allowDeletion = refuseWrites(outboxOf(shop.person.userId), 'UnknownError')
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect.element(toast().getByText('An error occurred while deleting the order.')).toBeVisible()
  await closeToast()
  allowDeletion()
  await dialog.getByRole('button', { name: 'No', exact: true }).click()
  await discard(dialog)

  const allowUpdate = refuseWrites(outboxOf(shop.person.userId), 'UnknownError')
  await page.getByRole('button', { name: 'Edit Customer' }).click()
  const customer = dialogOf('Edit Customer')
  await field(customer, 'Email').fill('never@stored.example')
  await customer.getByRole('button', { name: 'Update Customer' }).click()
  await expect.element(toast()).toMatchTextContent('Failed to update customer')
  await discard(customer)
  allowUpdate()

  for (const [flow, title, submit, failure] of [
    ['Create Customer', 'Step 1: Add New Customer', 'Save Customer', 'Failed to create customer'],
    ['Create Customer+Order', 'Create Customer + Order', 'Save Customer + Order', 'Failed to create customer and order'],
  ] as const) {
    await chooseFlow(flow)
    const form = dialogOf(title)
    await field(form, 'Name').fill('Never Stored')
    await field(form, 'Phone').fill('5550107070')
    if (flow === 'Create Customer+Order') {
      await field(form, 'Device Details').fill('Never stored')
      await field(form, 'Issue Description').fill('Full')
    }
    await form.getByRole('button', { name: submit }).click()
    await expect.element(toast().getByText(failure, { exact: true })).toBeVisible()
    await expect.element(field(form, 'Name')).toHaveValue('Never Stored')
    await discard(form)
  }
})
