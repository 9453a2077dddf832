import { describe, expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { type DeletedPage, type DeletedRow, isRestorableCollection } from '#schema/api/deleted.ts'
import { AppError } from '#schema/errors.ts'
import type { Row } from '#web/device/rows/rows.ts'
import { appHistory } from '#web/navigation/navigate.ts'
import { RestFailure } from '#web/testing/answer-rest.ts'
import { renderShop, type RenderedShop } from '#web/testing/render-shop.tsx'
import { chooseFromUserMenu, dialogOf, expectAddress, rowWith, syncBadge, toast, waitUntilSynced } from '#web/testing/screen.ts'
import { addCustomer, addOrder, createOp } from '#web/testing/shop-rows.ts'
import { makeShop, type TestShop } from '#web/testing/shop-server.ts'

const deletedRow = (text: string): Locator => page.getByRole('grid', { name: 'Recently deleted' }).getByRole('row').filter({ hasText: text })
const restoreButton = (text: string): Locator => deletedRow(text).getByRole('button', { name: /^Restore/ })
const nothing = page.getByText('Nothing was deleted in the last 30 days')

async function addFullOrder(shop: TestShop, itemDetails: string): Promise<{ orderId: string; customerId: string }> {
  const customerId = await addCustomer(shop, { name: `Owner of ${itemDetails}`, phone: '5550107777' })
  const orderId = await addOrder(shop, { customerId, itemDetails })
  const payment = createOp('payments', { orderId, paymentAmount: 40, paymentText: 'deposit' })
  await shop.api.write(shop.id, [payment, createOp('tasks', { orderId, description: 'Clean the fan' })])
  return { orderId, customerId }
}

const erase = (shop: TestShop, collection: string, id: string) => shop.api.write(shop.id, [{ action: 'delete', collection, id }])

const parentOf = ({ customerId, orderId }: Row): string | undefined =>
  typeof orderId === 'string' ? orderId : typeof customerId === 'string' ? customerId : undefined

/** The server's list from the model: rows deleted along with another are nested under it. */
function listDeleted({ server }: TestShop): DeletedPage {
  const deleted = [...server.rows.values()].filter(({ isDeleted }) => isDeleted)
  const heldOf = (id: string | undefined) => deleted.find((held) => held.id === id)
  const rows = deleted.flatMap(({ collection, id, row = {}, deletedWith }): DeletedRow[] => {
    const parent = heldOf(parentOf(row as Row))
    if (!isRestorableCollection(collection) || parent?.deletedWith === deletedWith) return []
    const children = deleted.filter((child) => child.deletedWith === deletedWith && parentOf(child.row as Row) === id)
    const kinds = [...new Set(children.map((child) => child.collection))]
    const { itemDetails, name, description } = row as Record<string, unknown>
    return [
      {
        collection,
        id,
        title: String(itemDetails ?? name ?? description),
        details: [],
        deletedAt: new Date().toISOString(),
        deletedBy: 'Olga Other',
        restorableUntil: new Date().toISOString(),
        wentWith: kinds.map((kind) => ({ collection: kind, count: children.filter((child) => child.collection === kind).length })),
        deletion: deletedWith ?? null,
        mayRestore: true,
        needs: parent === undefined || collection !== 'orders' ? null : { collection: 'customers', id: parent.id, title: String(parent.row?.['name']) },
      },
    ]
  })
  return { rows, next: null }
}

async function openShop(shop: TestShop, at = `/${shop.id}/recently-deleted`): Promise<RenderedShop> {
  return renderShop({ shop, at, rest: { 'GET /api/*/deleted': () => listDeleted(shop) } })
}

async function deleteOrder({ shop }: RenderedShop, id: string): Promise<void> {
  appHistory().go(`${shop.path}/order/${id}`)
  const dialog = dialogOf('Edit Order')
  await dialog.getByRole('button', { name: 'Delete this Order' }).click()
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
}

const livingPayments = async (shop: TestShop) => (await shop.api.pullAll('payments')).filter((row) => !('_deleted' in row))

describe('Undo in the toast', () => {
  test('brings a deleted order back whole', async () => {
    const shop = makeShop({ privileges: ['delete_order'] })
    const { orderId } = await addFullOrder(shop, 'Undo Unit')
    const [payment] = await livingPayments(shop)
    const app = await openShop(shop, shop.path)
    await deleteOrder(app, orderId)
    await expect.element(toast()).toMatchTextContent('Order deleted')
    await expect.element(toast()).toMatchTextContent('The order and all associated data have been successfully deleted.')
    await expect.poll(() => livingPayments(shop)).toEqual([])
    await toast().getByRole('button', { name: 'Undo' }).click()
    await expect.element(toast()).toMatchTextContent('Order restored')
    await expect.element(rowWith('Undo Unit')).toMatchTextContent('$40.00')
    await waitUntilSynced()
    await expect.poll(async () => (await livingPayments(shop)).map(({ id }) => id)).toEqual([payment?.id])
  })

  test('works without a network, before anything of the deletion was sent', async () => {
    const shop = makeShop({ privileges: ['delete_order'] })
    const { orderId } = await addFullOrder(shop, 'Tunnel Tablet')
    const app = await openShop(shop, shop.path)
    await expect.element(rowWith('Tunnel Tablet')).toMatchTextContent('$40.00')
    app.goOffline()
    await deleteOrder(app, orderId)
    await toast().getByRole('button', { name: 'Undo' }).click()
    await expect.element(rowWith('Tunnel Tablet')).toMatchTextContent('$40.00')
    await app.goOnline()
    await waitUntilSynced()
    await expect.element(rowWith('Tunnel Tablet')).toMatchTextContent('$40.00')
    expect(await livingPayments(shop)).toHaveLength(1)
  })
})

describe('the list', () => {
  test('shows what somebody else deletes or brings back by itself', async () => {
    const shop = makeShop({ privileges: ['delete_order'] })
    const { orderId } = await addFullOrder(shop, 'Live Lamp')
    const app = await openShop(shop)
    await expect.element(nothing).toBeVisible()
    await erase(shop, 'orders', orderId)
    await expect.element(deletedRow('Live Lamp')).toMatchTextContent(/1\s+payment, 1\s+task/)
    await app.writeAsOther([{ action: 'restore', collection: 'orders', id: orderId }])
    await expect.element(deletedRow('Live Lamp')).not.toBeInTheDocument()
  })

  test('brings an order whose customer is deleted too back together with the customer', async () => {
    const shop = makeShop({ privileges: ['delete_order', 'delete_customer'] })
    const { orderId, customerId } = await addFullOrder(shop, 'Pair Phone')
    await erase(shop, 'orders', orderId)
    await erase(shop, 'customers', customerId)
    const app = await openShop(shop)
    await expect.element(deletedRow('Its customer is deleted too')).toBeVisible()
    await page.getByRole('button', { name: 'Restore both: order Pair Phone' }).click()
    await expect.element(nothing).toBeVisible()
    await app.goTo(shop.path)
    await expect.element(rowWith('Pair Phone')).toMatchTextContent('Owner of Pair Phone')
  })

  test('shows without a network what this device deleted and brings it back at once; the rest comes when connected', async () => {
    const shop = makeShop({ privileges: ['delete_order'] })
    const near = await addFullOrder(shop, 'Near Notebook')
    const far = await addFullOrder(shop, 'Far Fridge')
    await erase(shop, 'orders', far.orderId)
    const app = await openShop(shop)
    await expect.element(deletedRow('Far Fridge')).toBeVisible()
    app.goOffline()
    await expect.element(syncBadge()).toHaveAccessibleName(/^Offline/)
    await expect.element(page.getByText(/No connection: others may have deleted more\./)).toBeVisible()

    await restoreButton('Far Fridge').click()
    await expect.element(toast()).toMatchTextContent('Order comes back later')
    await expect.element(deletedRow('Far Fridge')).toMatchTextContent('Restoring, not sent yet')

    await deleteOrder(app, near.orderId)
    await chooseFromUserMenu('Recently deleted')
    await expect.element(page.getByText(/The whole list needs a connection\./)).toBeVisible()
    await expect.element(deletedRow('Near Notebook')).toMatchTextContent('Owner of Near Notebook')
    await expect.element(deletedRow('Near Notebook')).toMatchTextContent('Not sent yet')
    await restoreButton('Near Notebook').click()
    await expect.element(page.getByText('Nothing to show from this device')).toBeVisible()

    await app.goOnline()
    await waitUntilSynced()
    await expect.element(nothing).toBeVisible()
    await app.goTo(shop.path)
    await expect.element(rowWith('Near Notebook')).toMatchTextContent('$40.00')
    await expect.element(rowWith('Far Fridge')).toMatchTextContent('$40.00')
  })

  test('says when it cannot be loaded, and opens for no other shop', async () => {
    const shop = makeShop()
    const { orderId } = await addFullOrder(shop, 'Private Printer')
    await erase(shop, 'orders', orderId)
    let isBroken = true
    const app = await renderShop({
      shop,
      at: `/${shop.id}/recently-deleted`,
      rest: { 'GET /api/*/deleted': () => (isBroken ? new RestFailure(500, { code: 'INTERNAL', message: 'no' }) : listDeleted(shop)) },
    })
    await expect.element(page.getByText(/The list could not be loaded\./)).toBeVisible()
    isBroken = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(deletedRow('Private Printer')).toMatchTextContent('Olga Other')
    await app.goTo(`/${makeShop().id}/recently-deleted`)
    await expectAddress(`/${shop.id}/recently-deleted`)
  })
})

test('a restore that the server refuses says why and waits under Needs attention', async () => {
  const shop = makeShop({ privileges: ['delete_order', 'delete_customer'] })
  const { orderId, customerId } = await addFullOrder(shop, 'Late Lens')
  await erase(shop, 'orders', orderId)
  const app = await openShop(shop)
  await expect.element(deletedRow('Late Lens')).toBeVisible()
  app.goOffline()
  await restoreButton('Late Lens').click()
  await expect.element(toast()).toMatchTextContent('Order comes back later')
  await erase(shop, 'customers', customerId)
  shop.server.toRefusal = ({ ops }) =>
    ops.some(({ action }) => action === 'restore') ? new AppError('INVALID_REFERENCE', 'Customer was deleted in the meantime') : undefined
  await app.goOnline()
  await expect.element(toast()).toMatchTextContent('Failed to restore order')
  await expect.element(toast()).toMatchTextContent('Customer was deleted in the meantime')
  await syncBadge().click()
  await expect.element(page.getByRole('article', { name: "Return of order 'Late Lens'" })).toBeVisible()
})
