import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { v7 } from 'uuid'
import type { RefusedChangeEntry, RefusedChangesPage } from '#schema/api/refused-changes.ts'
import { findFaults } from '#web/testing/find-page-faults.ts'
import { attention, openAttention } from '#web/testing/attention-list.ts'
import { renderShop } from '#web/testing/render-shop.tsx'
import { dialogOf, expectAddress, expectCount, rowWith, syncBadge, toast } from '#web/testing/screen.ts'
import { addCustomer, addOrder } from '#web/testing/shop-rows.ts'
import { makePerson, makeShop, type Person } from '#web/testing/shop-server.ts'

/** Collects the texts that the app copies. */
function watchClipboard(): string[] {
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  return copied
}

test('without delete_order a deleted order comes back, and toast and list say why; discarding it can be undone', async () => {
  const copied = watchClipboard()
  const shop = makeShop({ privileges: ['delete_order'] })
  const customerId = await addCustomer(shop, { name: 'Keeper Kim' })
  await addOrder(shop, { customerId, itemDetails: 'Returning radio' })
  const app = await renderShop({ shop })
  app.goOffline()
  await rowWith('Returning radio').click()
  const dialog = dialogOf('Edit Order')
  await dialog.getByRole('button', { name: 'Delete this Order' }).click()
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(rowWith('Returning radio')).not.toBeInTheDocument()
  shop.server.addUser(shop.person.userId, [shop.id], [])
  void app.goOnline()

  await expect.element(toast()).toMatchTextContent('Failed to delete order')
  await expect.element(toast()).toMatchTextContent('You do not have permission to do this.')
  await expect.element(rowWith('Returning radio')).toBeVisible()
  await openAttention(1)
  const item = attention().getByRole('article')
  await expect
    .element(item)
    .toMatchTextContent("You do not have the privilege delete_order, so the order 'Returning radio' was not deleted and is back where it was.")
  await expect.element(item).toMatchTextContent('The server said: You do not have permission to do this.')
  await item.getByRole('button', { name: 'Copy' }).click()
  await expect.poll(() => copied.at(-1)).toContain('Failed to delete order. You do not have the privilege delete_order')

  await item.getByRole('button', { name: 'Discard' }).click()
  await toast().getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByRole('button', { name: 'Needs attention (1). Show details' })).toBeVisible()
  await item.getByRole('button', { name: 'Discard' }).click()
  await expect.element(item).not.toBeInTheDocument()
  await attention().getByText('Discarded in the last day (1)').click()
  await attention().getByRole('button', { name: 'Put back' }).click()
  await expectCount(item, 1)
})

/** A user's refused changes as the server lists them, fifty per page. */
function pagesOf({ userId, name, loginId }: Person): (cursor: string | null) => RefusedChangesPage {
  const refused = (at: number, rest: Pick<RefusedChangeEntry, 'ops' | 'error'> & Partial<RefusedChangeEntry>): RefusedChangeEntry => {
    const time = new Date(Date.now() - at * 60_000).toISOString()
    return { id: v7(), user: { id: userId, name, login_id: loginId }, typedAt: time, refusedAt: time, unreadable: null, titleByRow: {}, ...rest }
  }
  const orderId = v7()
  const payment = { orderId, paymentAmount: 30, paymentText: 'cash, counted twice' }
  const entries = [
    refused(0, {
      ops: [{ action: 'create', collection: 'payments', id: v7(), values: payment }],
      error: {
        code: 'INVALID_REFERENCE',
        message: 'Order does not exist in this shop',
        issues: [{ path: 'orderId', message: 'Order does not exist in this shop' }],
      },
    }),
    refused(1, {
      ops: [{ action: 'delete', collection: 'orders', id: orderId }],
      error: { code: 'FORBIDDEN', message: 'You do not have permission to do this.' },
      titleByRow: { [`orders/${orderId}`]: 'Lost lamp' },
    }),
    ...Array.from({ length: 55 }, (_, index) =>
      refused(index + 2, {
        ops: [{ action: 'create', collection: 'tasks', id: v7(), values: { description: '', dueTimestamp: `not a day ${index}` } }],
        error: { code: 'VALIDATION', message: 'Task description is required' },
      }),
    ),
  ]
  return (cursor) => (cursor === null ? { entries: entries.slice(0, 50), nextCursor: 'older' } : { entries: entries.slice(50), nextCursor: null })
}

test('people with view_activity read what the server refused of anybody in the shop, page by page; without a network they are told why not', async () => {
  const copied = watchClipboard()
  const shop = makeShop()
  const chief = makePerson({ shops: [shop], privileges: ['view_activity', 'delete_order'] })
  const read = pagesOf(shop.person)
  const app = await renderShop({ shop, person: chief, rest: { 'GET /api/*/refused-changes': ({ query }) => read(query.get('cursor')) } })
  await syncBadge().click()
  await page.getByRole('link', { name: 'Changes not accepted in this shop…' }).click()
  await expectAddress(`/${shop.id}/activities/refused-changes`)
  const list = page.getByRole('region', { name: 'List of refused changes' })
  const first = list.getByRole('article').first()
  await expect.element(first).toMatchTextContent('New payment of $30.00')
  await expect.element(first).toMatchTextContent(`By ${shop.person.name}`)
  await expect.element(first).toMatchTextContent('cash, counted twice')
  await expect.element(first).toMatchTextContent('The server said: Order does not exist in this shop')
  await first.getByRole('button', { name: 'Copy' }).click()
  await expect.poll(() => copied.at(-1)).toContain('Amount: $30.00\n')
  await expect
    .element(list.getByRole('article').nth(1))
    .toMatchTextContent("did not have the privilege delete_order or did not belong to this shop, so the order 'Lost lamp' was not deleted")
  await expectCount(list.getByRole('article'), 50)
  await list.getByRole('button', { name: 'Load older entries' }).click()
  await expectCount(list.getByRole('article'), 57)
  await expect.element(list.getByRole('button', { name: 'Load older entries' })).not.toBeInTheDocument()
  expect(await findFaults()).toEqual([])

  await page
    .getByRole('link', { name: /^Orders/ })
    .first()
    .click()
  app.goOffline()
  await expect.element(page.getByRole('button', { name: /^Offline/ })).toBeVisible()
  window.history.back()
  await expect.element(page.getByText('This list needs a connection to the server')).toBeVisible()
  await app.goOnline()
  await expectCount(list.getByRole('article'), 50)
})

test('people without view_activity are not led to the refused changes of others', async () => {
  const shop = makeShop()
  const app = await renderShop({ shop })
  await syncBadge().click()
  await expect.element(dialogOf('Sync')).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^Changes not accepted/ })).not.toBeInTheDocument()
  await app.goTo(`/${shop.id}/activities/refused-changes`)
  await expect.element(page.getByText("Access Denied: You don't have permission to view refused changes. Contact your administrator.")).toBeVisible()
})
