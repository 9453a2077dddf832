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
  const commits = { list: 0, dialog: 0 }
  // The previous test may have left a search in the address.
  navigate({ search: '' }, { replace: true })
  const { screen } = await renderOnDevice(
    <>
      <Profiler id="list" onRender={() => (commits.list += 1)}>
        <section style={{ height: 700 }}>
          <OrdersView shopId={shop.id} />
        </section>
      </Profiler>
      <Profiler id="dialog" onRender={() => (commits.dialog += 1)}>
        <OpenOrder shopId={shop.id} />
      </Profiler>
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
  const reset = () => Object.assign(commits, { list: 0, dialog: 0 })
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

/** Opens Radio 7 for the second time, after its code is loaded. Without a pointer, which would highlight rows on its way. */
async function openAgain({ screen, rowWith, reset }: Awaited<ReturnType<typeof openOrders>>): Promise<void> {
  const open = async (): Promise<void> => {
    ;(rowWith('Radio 7').element() as HTMLElement).click()
    await expect.poll(isFilled).toBe(true)
  }
  await open()
  closeDialog()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  // Wait for the focus to return, which renders the list.
  await expect.poll(() => document.activeElement?.tagName).toBe('TR')
  reset()
  await open()
}

test('opening an order takes at most one commit of the list', async () => {
  const opened = await openOrders()
  await openAgain(opened)
  expect(opened.commits.list).toBeLessThanOrEqual(1)
})

/** React's own record of a mounted element; its key on the element ends in random letters. */
type Fiber = { type: unknown; child: Fiber | null; sibling: Fiber | null }

function fiberOf(element: Element): Fiber {
  const key = Object.keys(element).find((name) => name.startsWith('__reactFiber$'))
  if (key === undefined) throw new Error('React did not mount this element')
  return (element as unknown as Record<string, Fiber>)[key] as Fiber
}

/** Components, not elements, from this one down. */
function countComponents({ type, child: first }: Fiber): number {
  let count = typeof type === 'string' || type === null ? 0 : 1
  for (let child = first; child !== null; child = child.sibling) count += countComponents(child)
  return count
}

// The head answers a phone call. Sections that read and render before it were a third of its time at 60,000 orders.
test('opening an order shows the whole head before it makes a section, within ten commits and 264 components', async () => {
  const opened = await openOrders()
  const atHead = new Promise<{ commits: number; components: number; hasSections: boolean }>((resolve) => {
    const observer = new MutationObserver(() => {
      const dialog = document.querySelector('[role="dialog"]')
      const head = dialog?.querySelector('[aria-label="Order at a glance"]')
      if (dialog === null || opened.commits.dialog === 0 || !head?.textContent.includes('Take payment')) return
      observer.disconnect()
      resolve({ commits: opened.commits.dialog, components: countComponents(fiberOf(dialog)), hasSections: dialog.textContent.includes('Order Tasks') })
    })
    observer.observe(document.body, { subtree: true, childList: true })
  })
  await openAgain(opened)
  const { commits, components, hasSections } = await atHead
  expect(hasSections).toBe(false)
  // Seven or eight: reads run in parallel, and two may share a commit.
  expect(commits).toBeLessThanOrEqual(10)
  expect(components).toBeLessThanOrEqual(264)
  await expect.element(opened.screen.getByRole('dialog').getByText('Order Tasks')).toBeInTheDocument()
})
