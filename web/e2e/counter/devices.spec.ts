import { choice, chooseFlow, closeChecklist, expect, field, rowWith, test, waitUntilSynced } from '../harness/fixtures.ts'
import { addCustomer } from '../harness/rows.ts'

type Asset = { id: string; brand: string; imei: string }
type Order = { id: string; assetId: string | null; itemDetails: string }

test('a device is added offline on the way to an order, fills its details, and is found again; its passcode is shown with a note', async ({
  makeShop,
  newDevice,
}) => {
  const shop = await makeShop({ privileges: ['view_activity'] })
  const customerId = await addCustomer(shop, { name: 'Dee Device', phone: '6175550142' })
  const { page, context } = await newDevice(shop.person)
  await waitUntilSynced(page)
  await context.setOffline(true)

  await page.getByRole('button', { name: 'Add Order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Order' })
  await choice(dialog, 'Customer').fill('Dee')
  await page.getByRole('option', { name: /Dee Device/ }).click()
  await dialog.getByRole('button', { name: 'Add device' }).click()
  const device = page.getByRole('dialog', { name: 'Add Device' })
  await field(device, 'Brand').fill('Apple')
  await field(device, 'Model').fill('iPhone 12')
  await field(device, 'IMEI').fill('490154203237517')
  await device.getByRole('button', { name: 'Add Device' }).click()
  await expect(device.getByText('This IMEI has a wrong digit.')).toBeVisible()
  await field(device, 'IMEI').fill('49-015420-323751-8')
  await device.getByRole('button', { name: 'Add Device' }).click()
  await expect(device).toBeHidden()
  await expect(choice(dialog, 'Device').getByRole('option', { selected: true })).toHaveText('Apple iPhone 12 · 490154203237518')
  await expect(field(dialog, 'Device Details')).toHaveValue('Apple iPhone 12')
  await field(dialog, 'Issue Description').fill('Screen')

  await dialog.getByRole('button', { name: 'Draw pattern' }).press('Enter')
  await dialog.getByRole('button', { name: 'Dot 1' }).focus()
  for (const key of ['Enter', 'ArrowDown', 'Enter', 'ArrowDown', 'Enter', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await dialog.getByRole('button', { name: 'Use pattern' }).click()
  await expect(dialog.locator('input[name="passcode"]')).toHaveAttribute('type', 'password')
  await dialog.getByRole('button', { name: 'Add Order' }).click()
  await closeChecklist(page)

  await rowWith(page, 'Dee Device').click()
  const edit = page.getByRole('dialog', { name: 'Edit Order' })
  await edit.getByRole('button', { name: 'Show passcode' }).click()
  await expect(edit.getByRole('img', { name: 'Pattern 1-4-7-8' })).toBeVisible()
  await edit.getByRole('button', { name: 'Close' }).click()
  await context.setOffline(false)
  await waitUntilSynced(page)

  const [asset] = await shop.api.read<Asset[]>(`/api/${shop.id}/assets?customerId=${customerId}`)
  expect(asset).toMatchObject({ brand: 'Apple', imei: '490154203237518' })
  const [order] = await shop.api.read<Order[]>(`/api/${shop.id}/orders`)
  expect(order).toMatchObject({ assetId: asset?.id, itemDetails: 'Apple iPhone 12' })
  expect(order).not.toHaveProperty('passcode')
  const texts = (await shop.api.read<{ auditText: string }[]>(`/api/${shop.id}/activities`)).map(({ auditText }) => auditText)
  expect(texts).toContain("Passcode of order 'Apple iPhone 12' shown")

  await page.getByRole('button', { name: 'Add Order' }).click()
  await choice(dialog, 'Customer').fill('Dee')
  await page.getByRole('option', { name: /Dee Device/ }).click()
  await expect(dialog.getByRole('button', { name: 'Apple iPhone 12 · 490154203237518' })).toBeVisible()
  await choice(dialog, 'Device').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(field(dialog, 'Device Details')).toHaveValue('Apple iPhone 12')
  await expect(dialog.getByText('Here once; last: Screen, dropped off today')).toBeVisible()
  await field(dialog, 'Device Details').fill('iPhone of my sister')
  await choice(dialog, 'Device').selectOption('')
  await choice(dialog, 'Device').selectOption(asset?.id ?? '')
  await expect(field(dialog, 'Device Details')).toHaveValue('iPhone of my sister')
})

test(
  'the device of a new customer is typed with their first order: one mutation makes all three, and a known customer takes it along',
  { tag: '@long' },
  async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    await addCustomer(shop, { name: 'Known Kim', phone: '4155550142' })
    const { page } = await newDevice(shop.person)
    const dialog = page.getByRole('dialog', { name: 'Create Customer + Order' })
    const fillDevice = async (model: string): Promise<void> => {
      await dialog.getByRole('button', { name: 'Add device' }).click()
      await field(dialog, 'Brand').fill('Apple')
      await field(dialog, 'Model').fill(model)
      await expect(field(dialog, 'Device Details')).toHaveValue(`Apple ${model}`)
    }
    await chooseFlow(page, 'Create Customer+Order')
    await fillDevice('iPhone 12')
    await field(dialog, 'IMEI').fill('490154203237517')
    await page.reload()
    await chooseFlow(page, 'Create Customer+Order')
    await field(dialog, 'Name').fill('Nora New')
    await field(dialog, 'Phone').fill('2125550143')
    await field(dialog, 'Issue Description').fill('Screen')
    await dialog.getByRole('button', { name: 'Save Customer + Order' }).click()
    await expect(dialog.getByText('This IMEI has a wrong digit.')).toBeVisible()
    await expect(field(dialog, 'IMEI')).toBeFocused()
    await field(dialog, 'IMEI').fill('490154203237518')
    const pushed = page.waitForRequest('**/api/sync/push*')
    await dialog.getByRole('button', { name: 'Save Customer + Order' }).click()
    await closeChecklist(page)
    const { mutations } = (await pushed).postDataJSON() as { mutations: { ops: { collection: string }[] }[] }
    expect(mutations.map(({ ops }) => ops.map(({ collection }) => collection))).toEqual([['customers', 'assets', 'orders']])
    await waitUntilSynced(page)
    const [order] = await shop.api.read<(Order & { customerId: string })[]>(`/api/${shop.id}/orders`)
    const [asset] = await shop.api.read<Asset[]>(`/api/${shop.id}/assets?customerId=${order?.customerId}`)
    expect(asset).toMatchObject({ brand: 'Apple', imei: '490154203237518' })
    expect(order).toMatchObject({ assetId: asset?.id, itemDetails: 'Apple iPhone 12' })

    await chooseFlow(page, 'Create Customer+Order')
    await fillDevice('Watch 9')
    await field(dialog, 'Phone').fill('4155550142')
    await dialog.getByRole('region', { name: 'Matching customers' }).getByRole('button').click()
    const adding = page.getByRole('dialog', { name: 'Add New Order' })
    await expect(field(adding, 'Device Details')).toHaveValue('Apple Watch 9')
    await expect(choice(adding, 'Device')).toHaveValue('')
    await adding.getByRole('button', { name: 'Add device' }).click()
    const device = page.getByRole('dialog', { name: 'Add Device' })
    await expect(field(device, 'Model')).toHaveValue('Watch 9')
    await device.getByRole('button', { name: 'Add Device' }).click()
    await expect(choice(adding, 'Device').getByRole('option', { selected: true })).toHaveText('Apple Watch 9')
  },
)
