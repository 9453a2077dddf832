import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { v7 } from 'uuid'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { customerInput, fewCollections, orderInput } from '#web/device/testing/test-device.ts'
import { renderOnDevice } from '#web/testing/render-on-device.tsx'
import { makeShop } from '#web/testing/shop-server.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import type { BulkResult } from './bulk-run.ts'
import { openBulkNotes } from './bulk-note.ts'
import { type BulkJob, type BulkState, startBulk, useBulk } from './bulk-store.ts'

async function openDialogOf(toState: (job: BulkJob) => BulkState) {
  const shop = makeShop()
  const closed: string[] = []
  const dialog = <BulkDialog shopId={shop.id} onClose={() => closed.push('closed')} />
  const { screen, device } = await renderOnDevice(dialog, { shop, collections: fewCollections })
  const act = { kind: 'status', value: orderStatusIdByName.Fixed } as const
  const notes = openBulkNotes(device.runs, shop.id)
  useBulk.setState({ state: toState({ device, shopId: shop.id, act, text: 'Status: Fixed', notes, newId: v7 }) })
  return { screen, closed }
}

const ended =
  (result: Partial<BulkResult>) =>
  (job: BulkJob): BulkState => ({ phase: 'ended', job, isUndo: false, result: { done: [], same: 0, refused: [], left: [], ...result } })

test('says how far it has come, and Escape and Cancel stop it once, saying that what is done stays (BULK-01)', async () => {
  let cancelled = 0
  const { screen } = await openDialogOf((job) => ({
    phase: 'running',
    job,
    isUndo: false,
    total: 1_200,
    tried: 350,
    isCancelled: false,
    cancel: () => {
      cancelled += 1
    },
  }))
  await expect.element(screen.getByRole('dialog', { name: 'Updating 1,200 orders' })).toBeVisible()
  const progress = screen.getByRole('progressbar', { name: 'Progress' })
  await expect.element(progress).toHaveAttribute('value', '350')
  await expect.element(screen.getByText('350 of 1,200')).toBeVisible()
  await expect.element(screen.getByText('Finished changes stay when you cancel; you can undo them afterwards.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await screen.getByRole('button', { name: 'Cancel' }).click()
  expect(cancelled).toBe(2)
})

test('lists each refused order with its reason and the way to it, and what was not tried', async () => {
  const refused = [
    { id: v7(), title: 'iPhone 12', number: 12, reason: 'The order was deleted in the meantime.' },
    { id: v7(), title: '', number: null, reason: 'Not found.' },
  ]
  const { screen, closed } = await openDialogOf(ended({ refused, left: [v7(), v7()] }))
  await expect.element(screen.getByRole('heading', { name: '2 orders not updated' })).toBeVisible()
  const link = screen.getByRole('link', { name: /iPhone 12/ })
  await expect.element(link).toHaveAttribute('href', expect.stringContaining(refused[0]?.id ?? ''))
  await expect.element(screen.getByText('The order was deleted in the meantime.')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'An order that is no longer here' })).toBeVisible()
  await expect.element(screen.getByText(/2 orders were not tried, because you cancelled\./)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /Undo/ })).not.toBeInTheDocument()
  await screen.getByText('Close', { exact: true }).click()
  expect(closed).toEqual(['closed'])
  expect(useBulk.getState().state).toBeNull()
})

test('shows the first 200 of many refusals, and how many more there are', async () => {
  const refused = Array.from({ length: 203 }, (_, place) => ({ id: v7(), title: `Radio ${place}`, number: null, reason: 'Locked.' }))
  const { screen } = await openDialogOf(ended({ refused }))
  await expect.element(screen.getByText('And 3 orders more, which stay selected.')).toBeInTheDocument()
  expect(screen.getByRole('link').elements()).toHaveLength(200)
})

test('the note of a run comes into the database of the device with its first act, and goes when it ends', async () => {
  const shop = makeShop()
  const customer = customerInput({ name: 'Ada' })
  const order = orderInput(customer.id)
  await shop.api.write(shop.id, [customer, order])
  const { device } = await renderOnDevice(<p />, { shop, collections: fewCollections })
  const notes = openBulkNotes(device.runs, shop.id)
  const act = { kind: 'priority', value: true } as const
  const found: unknown[] = []
  const writeTogether: BulkJob['device']['writeTogether'] = async (...acts) => {
    found.push(await notes.list())
    const outcomes = await device.writeTogether(...acts)
    found.push(await notes.list())
    return outcomes
  }
  const result = await startBulk({ device: { rows: device.rows, writeTogether }, shopId: shop.id, act, text: '', notes, newId: () => 'run' }, [order.id])
  expect(result?.done).toHaveLength(1)
  expect(found).toEqual([[], [{ runId: 'run', act, ids: [order.id] }]])
  expect(await notes.list()).toEqual([])
})
