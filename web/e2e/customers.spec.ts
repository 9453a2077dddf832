import { chooseFlow, customersTable, expect, field, ordersTable, rowWith, signIn, test, toast } from './fixtures.ts'
import { addCustomer, addOrder } from './rows.ts'

test.describe('the customers view', () => {
  test('lists, searches and filters in the documented words', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    await addCustomer(shop, { name: 'Zed Last', phone: '4155550142', email: 'zed@example.org' }, new Date('2026-01-10T12:00:00Z'))
    await addCustomer(shop, { name: 'Ana First', phone: '2075551234', countryCode: '+44', alternateCountryCode: '+1', alternatePhone: '5035559876' }, new Date('2026-03-20T12:00:00Z'))
    const { page } = await newDevice(shop.person)
    await page.goto(`/${shop.id}/customers`)
    const table = customersTable(page)
    await expect(table.getByRole('columnheader')).toHaveText(['Name', 'Phone', 'Alt Phone', 'Email'])
    await expect(table.getByRole('row')).toHaveCount(3)
    await expect(table.getByRole('row').nth(1)).toContainText('Ana First')
    await expect(rowWith(page, 'Ana First')).toContainText('+44 207-555-1234')
    await expect(rowWith(page, 'Ana First')).toContainText('503-555-9876')
    await expect(rowWith(page, 'Zed Last')).toContainText('415-555-0142')
    await expect(rowWith(page, 'Zed Last')).toContainText('zed@example.org')
    await expect(page.getByText('Showing 1-2 of 2 entries')).toBeVisible()
    await expect(page.getByText('Page 1 of 1')).toBeVisible()
    await expect(page.getByText('Showing Filtered Results')).toBeHidden()

    // By name, main phone and alternate phone, however it is written.
    for (const [text, name] of [
      ['zed', 'Zed Last'],
      ['4155550142', 'Zed Last'],
      ['503-555', 'Ana First'],
    ] as const) {
      await page.getByRole('searchbox').fill(text)
      await expect(table.getByRole('row')).toHaveCount(2)
      await expect(rowWith(page, name)).toBeVisible()
      await expect(page.getByText('Showing Filtered Results')).toBeVisible()
    }
    await page.getByRole('searchbox').fill('nobody like this')
    await expect(page.getByText('No customers found')).toBeVisible()
    await page.getByRole('button', { name: 'Clear Filters' }).first().click()
    await expect(table.getByRole('row')).toHaveCount(3)

    await field(page, 'From').fill('2026-03-20')
    await expect(table.getByRole('row')).toHaveCount(2)
    await expect(rowWith(page, 'Ana First')).toBeVisible()
    await field(page, 'To').fill('2026-03-20')
    await expect(rowWith(page, 'Ana First')).toBeVisible()
    await page.getByRole('button', { name: 'Clear Filters' }).click()
    await field(page, 'To').fill('2026-01-10')
    await expect(table.getByRole('row')).toHaveCount(2)
    await expect(rowWith(page, 'Zed Last')).toBeVisible()
  })

  test('says that it is loading and that there is nobody, and leads on from a row', async ({ makeShop, newDevice, page }) => {
    const shop = await makeShop()
    const mayAnswer = Promise.withResolvers<void>()
    await page.route('**/api/sync/pull*', async (route) => {
      await mayAnswer.promise
      await route.continue()
    })
    await signIn(page, shop.person)
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Customers' }).click()
    await expect(page.getByText('Loading customers...')).toBeVisible()
    mayAnswer.resolve()
    await expect(page.getByText('No customers found')).toBeVisible()

    const customerId = await addCustomer(shop, { name: 'Row Rita' })
    const device = await newDevice(shop.person)
    await device.page.goto(`/${shop.id}/customers`)
    await rowWith(device.page, 'Row Rita').click()
    await expect(device.page).toHaveURL(`/${shop.id}/orders/${customerId}`)
    await expect(device.page.getByRole('heading', { name: 'Orders for Row Rita' })).toBeVisible()
  })
})

test.describe('the customer dialog', () => {
  test('refuses what is missing or wrong in the documented words, then saves', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const { page } = await newDevice(shop.person)
    await page.goto(`/${shop.id}/customers`)
    await page.getByRole('button', { name: 'Add New Customer' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add New Customer' })
    await expect(field(dialog, 'Country Code')).toHaveValue('+1')
    await expect(dialog.getByText('Customer Access Code')).toBeHidden()
    await expect(field(dialog, 'Customer Notes')).toBeHidden()

    await field(dialog, 'Country Code').fill('')
    const save = dialog.getByRole('button', { name: 'Save Customer' })
    await save.click()
    for (const text of ['Customer name is required', 'Phone number is required', 'Country code is required']) await expect(dialog.getByText(text)).toBeVisible()
    await expect(field(dialog, 'Name')).toBeFocused()

    await field(dialog, 'Name').fill('Nina New')
    await field(dialog, 'Country Code').fill('0')
    await field(dialog, 'Phone').fill('12345')
    await field(dialog, 'Email').fill('nobody')
    await save.click()
    await expect(dialog.getByText('Country code must start with + and contain 1-4 digits (e.g., +1, +44)')).toBeVisible()
    await expect(dialog.getByText('Phone must contain only digits, 6-15 characters')).toBeVisible()
    await expect(dialog.getByText('Invalid email address')).toBeVisible()

    // Digits only, grouped while typing; the code always begins with +.
    await field(dialog, 'Country Code').fill('1')
    await expect(field(dialog, 'Country Code')).toHaveValue('+1')
    await field(dialog, 'Phone').fill('')
    await field(dialog, 'Phone').pressSequentially('555x123y4567')
    await expect(field(dialog, 'Phone')).toHaveValue('555-123-4567')
    await field(dialog, 'Email').fill('nina@example.org')
    await save.click()
    await expect(toast(page)).toContainText('Customer created successfully!')
    await expect(dialog).toBeHidden()
    await expect(rowWith(page, 'Nina New')).toContainText('555-123-4567')
    await expect.poll(() => shop.api.read(`/api/${shop.id}/customers`)).toEqual([expect.objectContaining({ name: 'Nina New', phone: '5551234567', countryCode: '+1', email: 'nina@example.org' })])
  })

  test('offers customers whose phone ends alike after four digits', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    await addCustomer(shop, { name: 'Main Max', phone: '4155550142' })
    await addCustomer(shop, { name: 'Alt Ada', phone: '4155559999', alternateCountryCode: '+1', alternatePhone: '5030000142' })
    const { page } = await newDevice(shop.person)
    await page.goto(`/${shop.id}/customers`)
    await page.getByRole('button', { name: 'Add New Customer' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add New Customer' })
    await field(dialog, 'Phone').fill('014')
    await expect(dialog.getByText('Matching Customers')).toBeHidden()
    await field(dialog, 'Phone').fill('0142')
    await expect(dialog.getByRole('heading', { name: 'Matching Customers', exact: true })).toBeVisible()
    const matches = dialog.getByRole('region', { name: 'Matching customers' }).getByRole('listitem')
    await expect(matches).toHaveCount(2)
    await expect(matches.filter({ hasText: 'Alt Ada' })).toContainText('415-555-9999')
    await expect(matches.filter({ hasText: 'Alt Ada' })).toContainText('503-000-0142')
    await matches.filter({ hasText: 'Main Max' }).getByRole('button').click()
    const order = page.getByRole('dialog', { name: 'Add New Order' })
    await expect(order.getByRole('combobox', { name: 'Customer' })).toHaveValue('Main Max')
  })

  test('guides from a new customer on to their order', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const { page } = await newDevice(shop.person)
    await chooseFlow(page, 'Create Customer')
    const dialog = page.getByRole('dialog', { name: 'Step 1: Add New Customer' })
    await expect(dialog.getByText("After creating the customer, you'll be prompted to add an order for them.")).toBeVisible()
    await field(dialog, 'Name').fill('Guido Guided')
    await field(dialog, 'Phone').fill('5551230001')
    await dialog.getByRole('button', { name: 'Save Customer' }).click()
    const order = page.getByRole('dialog', { name: 'Add New Order' })
    await expect(order.getByRole('combobox', { name: 'Customer' })).toHaveValue('Guido Guided')
  })

  test('edits, keeps a stored access code out of sight, and sends one only when it is typed', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const customerId = await addCustomer(shop, { name: 'Carl Code' })
    const { page } = await newDevice(shop.person)
    const bodies: unknown[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') bodies.push(request.postDataJSON())
    })
    const open = async () => {
      await page.goto(`/${shop.id}/orders/${customerId}`)
      await page.getByRole('button', { name: 'Edit Customer' }).click()
      return page.getByRole('dialog', { name: 'Edit Customer' })
    }
    let dialog = await open()
    await expect(dialog.getByText('Delete this Customer')).toBeHidden()
    const code = field(dialog, 'Customer Access Code').or(dialog.getByLabel('Customer Access Code', { exact: true }))
    await expect(code).toHaveAttribute('type', 'password')
    await code.fill('1234')
    await dialog.getByRole('button', { name: 'Show access code' }).click()
    await expect(code).toHaveAttribute('type', 'text')
    await dialog.getByRole('button', { name: 'Update Customer' }).click()
    await expect(dialog).toBeHidden()
    expect(bodies).toEqual([{ customerAccessCode: '1234' }])

    dialog = await open()
    await expect(code).toHaveAttribute('placeholder', /^•+$/)
    await expect(code).toHaveValue('')
    await code.focus()
    await expect(code).not.toHaveAttribute('placeholder', /•/)
    await field(dialog, 'Name').fill('Carla Code')
    await dialog.getByRole('button', { name: 'Update Customer' }).click()
    await expect(dialog).toBeHidden()
    expect(bodies).toHaveLength(1)
    await expect.poll(() => shop.api.read(`/api/${shop.id}/customers`)).toEqual([expect.objectContaining({ name: 'Carla Code', hasAccessCode: true })])
  })

  test('deletes in two steps with the privilege, and refuses while there are orders', async ({ makeShop, newDevice }) => {
    const shop = await makeShop({ privileges: ['delete_customer'] })
    await addCustomer(shop, { name: 'Alone Al' })
    const busyId = await addCustomer(shop, { name: 'Busy Bea' })
    await addOrder(shop, { customerId: busyId, itemDetails: 'Busy radio' })
    const { page } = await newDevice(shop.person)
    const openAndDelete = async (name: string) => {
      await page.goto(`/${shop.id}/customers`)
      await rowWith(page, name).click()
      await page.getByRole('button', { name: 'Edit Customer' }).click()
      const dialog = page.getByRole('dialog', { name: 'Edit Customer' })
      await dialog.getByRole('button', { name: 'Delete this Customer' }).click()
      await expect(dialog.getByText('Are you sure you want to delete this customer?')).toBeVisible()
      await dialog.getByRole('button', { name: 'No', exact: true }).click()
      await expect(dialog.getByText('Are you sure')).toBeHidden()
      await dialog.getByRole('button', { name: 'Delete this Customer' }).click()
      await dialog.getByRole('button', { name: 'Yes' }).click()
      return dialog
    }
    const busy = await openAndDelete('Busy Bea')
    await expect(toast(page)).toContainText('Delete failed')
    await expect(toast(page)).toContainText('Cannot delete customer with existing orders.')
    await expect(busy).toBeVisible()

    const alone = await openAndDelete('Alone Al')
    await expect(toast(page)).toContainText('Customer deleted')
    await expect(toast(page)).toContainText('The customer has been successfully deleted.')
    await expect(alone).toBeHidden()
    await page.goto(`/${shop.id}/customers`)
    await expect(rowWith(page, 'Busy Bea')).toBeVisible()
    await expect(rowWith(page, 'Alone Al')).toBeHidden()
    await expect.poll(async () => (await shop.api.read<{ name: string }[]>(`/api/${shop.id}/customers`)).map(({ name }) => name)).toEqual(['Busy Bea'])
    await page.goto(shop.path)
    await expect(ordersTable(page).getByText('Busy radio')).toBeVisible()
  })
})
