import { Profiler } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { privilegeNames } from '#schema/privileges.ts'
import { customerInput, fewCollections, orderInput } from '#web/device/testing/test-device.ts'
import { VirtualTime } from '#web/device/testing/test-time.ts'
import { closeDialog, useDialogs } from '#web/navigation/dialogs.ts'
import { navigate } from '#web/navigation/navigate.ts'
import { renderOnDevice } from '#web/testing/render-on-device.tsx'
import { makeShop } from '#web/testing/shop-server.ts'
import { OrdersView } from '../list/orders-view.tsx'
import { OrderDialog } from '../order-dialog.tsx'

// Counts React commits of the list, which are what users of slow tablets wait for. Extra commits come from state set in
// effects, unstable context values, or stores that notify too early.

function OpenOrder({ shopId }: { shopId: string }) {
  const { dialog } = useDialogs()
  return dialog?.kind === 'order-edit' && <OrderDialog shopId={shopId} mode="edit" orderId={dialog.orderId} onClose={closeDialog} />
}

const isFilled = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement>('[role="dialog"] :is(input, textarea)')].some(({ value }) => value === 'Radio 7')

/** Ten orders with no heartbeat and no pointer. */
async function openOrders() {
  const shop = makeShop({ privileges: privilegeNames })
  const customer = customerInput({ name: 'Ada' })
  await shop.api.write(shop.id, [customer])
  const addOrder = (itemDetails: string) => shop.api.write(shop.id, [orderInput(customer.id, { itemDetails })])
  for (let count = 0; count < 9; count += 1) await addOrder(`Radio ${count}`)
  await addOrder('Quartz clock')
  const commits = { list: 0 }
  // The previous test may have left a search in the address.
  navigate({ search: '' }, { replace: true })
  const { screen } = await renderOnDevice(
    <>
      <Profiler id="list" onRender={() => (commits.list += 1)}>
        <section style={{ height: 700 }}>
          <OrdersView shopId={shop.id} />
        </section>
      </Profiler>
      <OpenOrder shopId={shop.id} />
    </>,
    { shop, collections: fewCollections, wait: new VirtualTime().wait },
  )
  const counted = async (orders: number): Promise<void> => {
    await expect.element(screen.getByRole('tab', { name: 'Open' })).toMatchTextContent(String(orders))
  }
  const rowWith = (text: string) => screen.getByRole('grid').getByText(text, { exact: true })
  await expect.element(rowWith('Radio 7')).toBeVisible()
  await counted(10)
  const search = screen.getByRole('searchbox')
  await search.click()
  const reset = () => Object.assign(commits, { list: 0 })
  return { screen, addOrder, counted, rowWith, search, commits, reset }
}

test('a key in the search of orders takes three commits: the key, the rows that are found, and the address', async () => {
  const { screen, commits, reset } = await openOrders()
  reset()
  await userEvent.keyboard('q')
  await expect.poll(() => screen.getByRole('row').elements().length).toBe(2)
  await expect.poll(() => window.location.search).toContain('q')
  expect(commits.list).toBe(3)
})

test('an order that arrives by the live stream takes two commits: its row, and how many there are', async () => {
  const { addOrder, counted, rowWith, commits, reset } = await openOrders()
  reset()
  await addOrder('Lamp')
  await expect.element(rowWith('Lamp')).toBeVisible()
  await counted(11)
  expect(commits.list).toBe(2)
})

// The dialog is not counted: its reads run in parallel, and two may share a commit.
test('opening an order takes at most one commit of the list', async () => {
  const { screen, rowWith, commits, reset } = await openOrders()
  // Without a pointer, which would highlight rows on its way.
  const open = async (): Promise<void> => {
    ;(rowWith('Radio 7').element() as HTMLElement).click()
    await expect.poll(isFilled).toBe(true)
  }
  // The first opening loads the dialog's code.
  await open()
  closeDialog()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  // Wait for the focus to return, which renders the list.
  await expect.poll(() => document.activeElement?.tagName).toBe('TR')
  reset()
  await open()
  expect(commits.list).toBeLessThanOrEqual(1)
})
