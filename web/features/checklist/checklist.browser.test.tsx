import { v5 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { living, openOnlyOrder, section } from '#web/testing/order-sections.ts'
import { renderShop } from '#web/testing/render-shop.tsx'
import { choice, chooseFlow, closeChecklist, dialogOf, field, press, toast } from '#web/testing/screen.ts'
import { refuseWrites, rowsOf } from '#web/testing/storage-faults.ts'
import { createOp } from '#web/testing/shop-rows.ts'

describe('Drop off Checklist', () => {
  test('ticks at once, counts, joins the ticks of two devices, and takes a tick back that cannot be kept', async () => {
    const { shop, orderId, app } = await openOnlyOrder({ checklist: ['Charger', 'SIM card', 'Case'] })
    const checklist = section('Drop off Checklist')
    await expect.element(checklist).toMatchTextContent('0 of 3 items selected')
    await checklist.getByRole('checkbox', { name: 'Charger' }).click()
    await expect.element(checklist).toMatchTextContent('1 of 3 items selected')
    const itemId = (await living(shop, 'checklist_items')).find(({ name }) => name === 'Case')?.['id'] as string
    await app.writeAsOther([createOp('checklist_selections', { orderId, dropoffChecklistId: itemId, id: v5(itemId, orderId) })])
    await expect.element(checklist.getByRole('checkbox', { name: 'Case' })).toBeChecked()
    await expect.element(checklist).toMatchTextContent('2 of 3 items selected')
    // Wait until the server has the tick: a higher `seq` then shows that the second tick has arrived.
    const chargerSeq = async () => Number((await living(shop, 'checklist_selections')).find((row) => row['dropoffChecklistId'] !== itemId)?.['seq'] ?? 0)
    await expect.poll(chargerSeq).toBeGreaterThan(0)
    const firstSeq = await chargerSeq()
    await checklist.getByRole('checkbox', { name: 'Charger' }).click()
    await expect.element(checklist.getByRole('checkbox', { name: 'Charger' })).not.toBeChecked()
    await checklist.getByRole('checkbox', { name: 'Charger' }).click()
    await expect.element(checklist.getByRole('checkbox', { name: 'Charger' })).toBeChecked()
    await expect.element(checklist).toMatchTextContent('2 of 3 items selected')
    await expect.poll(chargerSeq).toBeGreaterThan(firstSeq)

    refuseWrites(rowsOf('checklist_selections'), 'UnknownError')
    await checklist.getByRole('checkbox', { name: 'SIM card' }).click()
    await expect.element(toast()).toMatchTextContent('Failed to save checklist selections')
    await expect.element(checklist.getByRole('checkbox', { name: 'SIM card' })).not.toBeChecked()
    await expect.element(checklist).toMatchTextContent('2 of 3 items selected')
  })

  test('follows a new order, an order made with its customer, and the guided flow', async () => {
    const { shop } = await renderShop({ checklist: ['Charger', 'SIM card'] })
    const checklist = dialogOf('Drop off Checklist')
    await chooseFlow('Create Customer')
    const first = dialogOf('Step 1: Add New Customer')
    await expect.element(first.getByText("After creating the customer, you'll be prompted to add an order for them.")).toBeVisible()
    await field(first, 'Name').fill('Guided Gwen')
    await field(first, 'Phone').fill('5550104455')
    await first.getByRole('button', { name: 'Save Customer' }).click()
    const order = dialogOf('Add New Order')
    await expect.element(choice(order, 'Customer')).toHaveValue('Guided Gwen')
    await field(order, 'Device Details').fill('Guided guitar')
    await field(order, 'Issue Description').fill('Out of tune')
    await order.getByRole('button', { name: 'Add Order' }).click()
    await expect.element(checklist).toMatchTextContent('Guided guitar')
    await expect.element(checklist).toMatchTextContent('0 of 2 items selected')
    await checklist.getByRole('checkbox', { name: 'SIM card' }).click()
    await expect.element(checklist).toMatchTextContent('1 of 2 items selected')
    await expect.poll(() => living(shop, 'checklist_selections')).toHaveLength(1)
    refuseWrites(rowsOf('checklist_selections'), 'UnknownError')
    await checklist.getByRole('checkbox', { name: 'Charger' }).click()
    await expect.element(toast()).toMatchTextContent('Failed to save selections')
    await expect.element(checklist).toMatchTextContent('1 of 2 items selected')
    await closeChecklist()
    expect(await living(shop, 'checklist_selections')).toHaveLength(1)

    await chooseFlow('Create Customer+Order')
    const both = dialogOf('Create Customer + Order')
    await field(both, 'Name').fill('Combined Cleo')
    await field(both, 'Phone').fill('5550106677')
    await field(both, 'Device Details').fill('Combined cello')
    await field(both, 'Issue Description').fill('Cracked')
    await both.getByRole('button', { name: 'Save Customer + Order' }).click()
    await expect.element(checklist).toMatchTextContent('Combined cello')
    await expect.element(checklist).toMatchTextContent('0 of 2 items selected')
    await press('Escape')
    await expect.element(checklist).not.toBeInTheDocument()
  })

  test('says in both places that the shop has none', async () => {
    await openOnlyOrder()
    await expect.element(section('Drop off Checklist')).toMatchTextContent('No checklist items configured for this shop')
    await press('Escape')
    await chooseFlow('Create Customer+Order')
    const both = dialogOf('Create Customer + Order')
    await field(both, 'Name').fill('Empty Emma')
    await field(both, 'Phone').fill('5550106677')
    await field(both, 'Device Details').fill('Empty egg timer')
    await field(both, 'Issue Description').fill('Silent')
    await both.getByRole('button', { name: 'Save Customer + Order' }).click()
    await expect.element(dialogOf('Drop off Checklist')).toMatchTextContent('No checklist items available for this shop.')
    await closeChecklist()
  })
})
