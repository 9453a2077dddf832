import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { privilegeNames } from '#schema/privileges.ts'
import { renderShop } from '#web/testing/render-shop.tsx'
import { bodyRows, dialogOf, expectAddress, expectTextsContaining, ordersTable, press } from '#web/testing/screen.ts'
import { addCustomer, addOrder, createOp } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()

test('Today counts what is promised, late, ready, waiting and mine, from the rows of this device, and opens its lists (DAY-05)', async () => {
  const shop = makeShop({ privileges: privilegeNames })
  const me = shop.server.put('employees', shop.id, { entityId: v7(), name: 'Robin', userId: shop.person.userId })
  const customerId = await addCustomer(shop, { name: 'Today Tia' })
  const promised = await addOrder(shop, { customerId, itemDetails: 'Promised phone', dueTimestamp: new Date().toISOString(), assignedEmployeeId: me })
  await addOrder(shop, { customerId, itemDetails: 'Late phone', dueTimestamp: inHours(-50), status: 'Waiting For Part' })
  await addOrder(shop, { customerId, itemDetails: 'Late lamp', dueTimestamp: inHours(-60) })
  await addOrder(shop, { customerId, itemDetails: 'Next phone', dueTimestamp: inHours(50) })
  await addOrder(shop, { customerId, itemDetails: 'Done phone', dueTimestamp: inHours(-50), status: 'Fixed' })
  await addOrder(shop, { customerId, itemDetails: 'Asked phone', status: 'Lead' })
  await shop.api.write(shop.id, [
    createOp('payments', { orderId: promised, paymentAmount: 50, method: 'cash' }),
    createOp('payments', { orderId: promised, paymentAmount: 20, method: 'card' }),
    createOp('tasks', { description: 'Order glue', assignedEmployeeId: me }),
    createOp('tasks', { description: 'Sweep', assignedEmployeeId: me, completed: true }),
    createOp('tasks', { description: 'Not mine' }),
  ])
  const app = await renderShop({ shop })
  const rows = bodyRows(ordersTable())
  await expect.element(rows.first()).toBeVisible()
  app.goOffline()

  await press('g')
  await press('d')
  const dialog = dialogOf('Today')
  for (const entry of [
    'Promised for today1',
    'Overdue2',
    'Ready to pick up1',
    'Waiting past the promised day1',
    'New messages0',
    'Leads1',
    'My tasks1',
    /^Taken in cash so far\$50\.00$/,
    /^Taken in all so far\$70\.00$/,
  ]) {
    await expect.element(dialog.getByRole('listitem').filter({ hasText: entry })).toBeVisible()
  }
  await dialog.getByRole('link', { name: /^Overdue/ }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expectAddress(`${shop.path}?view=open&due=late`)
  await expectTextsContaining(rows, ['Late lamp', 'Late phone'])

  await page.getByRole('button', { name: /^Today/ }).click()
  await dialog.getByRole('link', { name: /^Ready to pick up/ }).click()
  await expectTextsContaining(rows, ['Done phone'])
  await page.getByRole('tab', { name: 'Mine' }).click()
  await expectTextsContaining(rows, ['Promised phone'])

  await page.getByRole('button', { name: /^Today/ }).click()
  await dialog.getByRole('link', { name: /^My tasks/ }).click()
  await expectAddress(`/${shop.id}/tasks?assignee=${me}`)
})
