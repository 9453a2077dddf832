import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findFaults } from '#web/testing/find-page-faults.ts'
import { living, typeInto } from '#web/testing/order-sections.ts'
import { renderShop } from '#web/testing/render-shop.tsx'
import { choice, dialogOf, expectAddress, expectCount, expectTexts, field, ordersTable, rowWith, toast } from '#web/testing/screen.ts'
import { makeShop, type TestShop } from '#web/testing/shop-server.ts'
import { addCustomer, addOrder } from '#web/testing/shop-rows.ts'

const readCustomers = (shop: TestShop) => living(shop, 'customers')

/** Changes fields that only the server writes. */
async function changeAsServer(shop: TestShop, customerId: string, changes: Record<string, unknown>): Promise<void> {
  const row = (await readCustomers(shop)).find(({ id }) => id === customerId)
  shop.server.put('customers', shop.id, { ...row, ...changes }, String(row?.['createdAt']), customerId)
}

describe('the customer dialog', () => {
  test('refuses what is missing or wrong in the documented words, then saves', async () => {
    const shop = makeShop()
    await renderShop({ shop, at: `/${shop.id}/customers` })
    await page.getByRole('button', { name: 'Add New Customer' }).click()
    const dialog = dialogOf('Add New Customer')
    await expect.element(field(dialog, 'Country Code')).toHaveValue('+1')
    await expect.element(dialog.getByText(/Customer Access Code/)).not.toBeInTheDocument()
    await expect.element(field(dialog, 'Customer Notes')).not.toBeInTheDocument()

    await field(dialog, 'Country Code').fill('')
    const save = dialog.getByRole('button', { name: 'Save Customer' })
    await save.click()
    for (const text of ['Customer name is required', 'Phone number is required', 'Country code is required'])
      await expect.element(dialog.getByText(text)).toBeVisible()
    await expect.element(field(dialog, 'Name')).toHaveFocus()

    await field(dialog, 'Name').fill('Nina New')
    await field(dialog, 'Country Code').fill('0')
    await field(dialog, 'Phone').fill('12345')
    await field(dialog, 'Email').fill('nobody')
    await save.click()
    await expect.element(dialog.getByText('Country code must start with + and contain 1-4 digits (e.g., +1, +44)')).toBeVisible()
    await expect.element(dialog.getByText('Phone must contain only digits, 6-15 characters')).toBeVisible()
    await expect.element(dialog.getByText('Invalid email address')).toBeVisible()
    await expect.element(field(dialog, 'Alt Country Code')).toHaveValue('+1')
    await field(dialog, 'Alt Country Code').fill('')
    await field(dialog, 'Alternate Phone').fill('12345')
    await expect.element(dialog.getByText('Please provide a country code when entering an alternate phone number.')).toBeVisible()
    await expectCount(dialog.getByText('Phone must contain only digits, 6-15 characters'), 2)
    await field(dialog, 'Alternate Phone').fill('')
    await expect.element(dialog.getByText('Please provide a country code when entering an alternate phone number.')).not.toBeInTheDocument()

    await field(dialog, 'Phone').fill('+44 (0)20 7946 0958')
    await expect.element(field(dialog, 'Country Code')).toHaveValue('+44')
    await expect.element(field(dialog, 'Phone')).toHaveValue('20 7946 0958')
    await field(dialog, 'Phone').fill('')
    await typeInto(field(dialog, 'Phone'), '+1 (415) 555-0199')
    await expect.element(field(dialog, 'Country Code')).toHaveValue('+1')
    await expect.element(field(dialog, 'Phone')).toHaveValue('415-555-0199')
    await field(dialog, 'Alternate Phone').fill('0049 30 123456')
    await expect.element(field(dialog, 'Alt Country Code')).toHaveValue('+49')
    await field(dialog, 'Alternate Phone').fill('')
    await field(dialog, 'Alt Country Code').fill('')

    await field(dialog, 'Country Code').fill('1')
    await expect.element(field(dialog, 'Country Code')).toHaveValue('+1')
    await field(dialog, 'Phone').fill('')
    await typeInto(field(dialog, 'Phone'), '555x123y4567')
    await expect.element(field(dialog, 'Phone')).toHaveValue('555-123-4567')
    await field(dialog, 'Email').fill('nina@example.org')
    await save.click()
    await expect.element(toast()).toMatchTextContent('Customer created successfully!')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(rowWith('Nina New')).toMatchTextContent('555-123-4567')
    await expect
      .poll(() => readCustomers(shop))
      .toEqual([expect.objectContaining({ name: 'Nina New', phone: '5551234567', countryCode: '+1', email: 'nina@example.org' })])
  })

  test('offers customers whose phone ends alike after four digits', async () => {
    const shop = makeShop()
    await addCustomer(shop, { name: 'Main Max', phone: '4155550142' })
    await addCustomer(shop, { name: 'Alt Ada', phone: '4155559999', alternateCountryCode: '+1', alternatePhone: '5030000142' })
    await renderShop({ shop, at: `/${shop.id}/customers` })
    await page.getByRole('button', { name: 'Add New Customer' }).click()
    const dialog = dialogOf('Add New Customer')
    await field(dialog, 'Phone').fill('014')
    await expect.element(dialog.getByText(/Matching Customers/i)).not.toBeInTheDocument()
    await field(dialog, 'Phone').fill('0142')
    await expect.element(dialog.getByRole('heading', { name: 'Matching Customers', exact: true })).toBeVisible()
    const matches = dialog.getByRole('region', { name: 'Matching customers' }).getByRole('listitem')
    await expectCount(matches, 2)
    await expect.element(matches.filter({ hasText: 'Alt Ada' })).toMatchTextContent('415-555-9999')
    await expect.element(matches.filter({ hasText: 'Alt Ada' })).toMatchTextContent('503-000-0142')
    await matches.filter({ hasText: 'Main Max' }).getByRole('button').click()
    await expect.element(dialogOf('Add New Order').getByRole('combobox', { name: 'Customer' })).toHaveValue('Main Max')
  })

  test('edits, keeps a stored access code out of sight, and sends one only when it is typed', async () => {
    const shop = makeShop()
    const customerId = await addCustomer(shop, { name: 'Carl Code' })
    const bodies: unknown[] = []
    const app = await renderShop({
      shop,
      rest: {
        'PUT /api/*/customers/*': ({ body }) => {
          bodies.push(body)
          return changeAsServer(shop, customerId, { hasAccessCode: (body as { customerAccessCode: string | null }).customerAccessCode !== null })
        },
      },
    })
    const open = async () => {
      await app.goTo(`/${shop.id}/orders/${customerId}`)
      await page.getByRole('button', { name: 'Edit Customer' }).click()
      return dialogOf('Edit Customer')
    }
    let dialog = await open()
    await expect.element(dialog.getByText(/Delete this Customer/)).not.toBeInTheDocument()
    const code = dialog.getByLabelText('Customer Access Code', { exact: true })
    await expect.element(code).toHaveAttribute('type', 'password')
    await code.fill('12345678')
    await dialog.getByRole('button', { name: 'Show access code' }).click()
    await expect.element(code).toHaveAttribute('type', 'text')
    await dialog.getByRole('button', { name: 'Hide access code' }).click()
    await expect.element(code).toHaveAttribute('type', 'password')
    app.goOffline()
    await expect.element(dialog.getByText('Can be changed only while connected.')).toBeVisible()
    await app.goOnline()
    await expect.element(dialog.getByText('Not stored on this device.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Update Customer' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(bodies).toEqual([{ customerAccessCode: '12345678' }])

    dialog = await open()
    await expect.element(code).toHaveAttribute('placeholder', expect.stringMatching(/^•+$/))
    await expect.element(code).toHaveValue('')
    ;(code.element() as HTMLInputElement).focus()
    await expect.element(code).not.toHaveAttribute('placeholder', expect.stringMatching(/•/))
    await field(dialog, 'Name').fill('Carla Code')
    await field(dialog, 'Customer Notes').fill('Calls back in the morning')
    await dialog.getByRole('button', { name: 'Update Customer' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(bodies).toHaveLength(1)
    await expect
      .poll(() => readCustomers(shop))
      .toEqual([expect.objectContaining({ name: 'Carla Code', customerNotes: 'Calls back in the morning', hasAccessCode: true })])

    await app.goTo(`/${shop.id}/orders/${customerId}`)
    await page.getByRole('button', { name: 'Add Order' }).click()
    const order = dialogOf('Add New Order')
    await expect.element(order.getByRole('group', { name: 'Customer Notes' })).toMatchTextContent('Calls back in the morning')
    await order.getByRole('combobox', { name: 'Customer' }).fill('Dora New')
    await order.getByRole('button', { name: 'Add New Customer' }).click()
    await expect.element(field(dialogOf('Add New Customer'), 'Name')).toHaveValue('Dora New')

    dialog = await open()
    await code.fill('12')
    await dialog.getByRole('button', { name: 'Update Customer' }).click()
    await expect.element(dialog.getByText('Access code must be 8-64 characters')).toBeVisible()
    await code.fill('')
    await dialog.getByRole('button', { name: 'Remove the access code' }).click()
    await expect.element(dialog.getByText('The code is removed when you save.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Update Customer' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(bodies.slice(1)).toEqual([{ customerAccessCode: null }])
    expect(await readCustomers(shop)).toEqual([expect.objectContaining({ hasAccessCode: false })])
  })

  test('marks the numbers of an online registration until somebody confirms them', async () => {
    const shop = makeShop()
    const customerId = await addCustomer(shop, { name: 'Regina Online', phone: '2125550188', alternateCountryCode: '+1', alternatePhone: '2125550189' })
    await changeAsServer(shop, customerId, { phoneUnconfirmed: true, alternatePhoneUnconfirmed: true })
    const app = await renderShop({ shop, at: `/${shop.id}/orders/${customerId}` })
    await page.getByRole('button', { name: 'Edit Customer' }).click()
    const dialog = dialogOf('Edit Customer')
    const marks = dialog.getByRole('list', { name: 'Not confirmed' }).getByRole('listitem')
    await expectTexts(marks, [/^212-555-0188 comes from an online registration\..*Confirm$/, /^212-555-0189 .*opens nothing online until you confirm/])
    await expect.element(field(dialog, 'Name')).toHaveFocus()
    expect(await findFaults()).toEqual([])
    app.goOffline()
    await dialog.getByRole('button', { name: 'Confirm 212-555-0189' }).click()
    await expectCount(marks, 1)
    await app.goOnline()
    const flags = { phoneUnconfirmed: true, alternatePhoneUnconfirmed: false }
    await expect.poll(() => readCustomers(shop)).toEqual([expect.objectContaining(flags)])
    await field(dialog, 'Phone').fill('2125550187')
    await dialog.getByRole('button', { name: 'Update Customer' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.poll(() => readCustomers(shop)).toEqual([expect.objectContaining({ phone: '2125550187' })])
  })

  test('marks the e-mail address of an online registration until somebody confirms it', async () => {
    const shop = makeShop()
    const customerId = await addCustomer(shop, { name: 'Regina Online', email: 'regina@example.com' })
    await changeAsServer(shop, customerId, { emailUnconfirmed: true })
    await renderShop({ shop, at: `/${shop.id}/orders/${customerId}` })
    await page.getByRole('button', { name: 'Edit Customer' }).click()
    const dialog = dialogOf('Edit Customer')
    const marks = dialog.getByRole('list', { name: 'Not confirmed' }).getByRole('listitem')
    await expectTexts(marks, [/^regina@example\.com comes from an online registration\. Nothing is sent to it until you confirm/])
    await dialog.getByRole('button', { name: 'Confirm regina@example.com' }).click()
    await expectCount(marks, 0)
    await expect.poll(() => readCustomers(shop)).toEqual([expect.objectContaining({ emailUnconfirmed: false })])
  })

  test('deletes in two steps with the privilege, and refuses while there are orders', async () => {
    const shop = makeShop({ privileges: ['delete_customer'] })
    await addCustomer(shop, { name: 'Alone Al' })
    const busyId = await addCustomer(shop, { name: 'Busy Bea' })
    await addOrder(shop, { customerId: busyId, itemDetails: 'Busy radio' })
    const app = await renderShop({ shop })
    const openAndDelete = async (name: string) => {
      await app.goTo(`/${shop.id}/customers`)
      await rowWith(name).click()
      await page.getByRole('button', { name: 'Edit Customer' }).click()
      const dialog = dialogOf('Edit Customer')
      await dialog.getByRole('button', { name: 'Delete this Customer' }).click()
      await expect.element(dialog.getByText('Are you sure you want to delete this customer?')).toBeVisible()
      await dialog.getByRole('button', { name: 'No', exact: true }).click()
      await expect.element(dialog.getByText(/Are you sure/)).not.toBeInTheDocument()
      await dialog.getByRole('button', { name: 'Delete this Customer' }).click()
      await dialog.getByRole('button', { name: 'Yes' }).click()
      return dialog
    }
    const busy = await openAndDelete('Busy Bea')
    await expect.element(toast()).toMatchTextContent('Delete failed')
    await expect.element(toast()).toMatchTextContent('Cannot delete customer with existing orders.')
    await expect.element(busy).toBeVisible()

    const alone = await openAndDelete('Alone Al')
    await expect.element(toast()).toMatchTextContent('Customer deleted')
    await expect.element(toast()).toMatchTextContent('The customer has been successfully deleted.')
    await expect.element(alone).not.toBeInTheDocument()
    await app.goTo(`/${shop.id}/customers`)
    await expect.element(rowWith('Busy Bea')).toBeVisible()
    await expect.element(rowWith('Alone Al')).not.toBeInTheDocument()
    await expect.poll(async () => (await readCustomers(shop)).map(({ name }) => name)).toEqual(['Busy Bea'])
    await app.goTo(shop.path)
    await expect.element(ordersTable().getByText('Busy radio')).toBeVisible()
  })

  test('keeps what was typed of a customer whom someone else deletes, and leaves the list of their orders after that', async () => {
    const shop = makeShop({ privileges: ['delete_customer'] })
    const customerId = await addCustomer(shop, { name: 'Gone Gil' })
    const app = await renderShop({ shop, at: `/${shop.id}/orders/${customerId}` })
    await page.getByRole('button', { name: 'Edit Customer' }).click()
    const dialog = dialogOf('Edit Customer')
    await field(dialog, 'Email').fill('gil@new.example')
    await app.writeAsOther([{ action: 'delete', collection: 'customers', id: customerId }])
    await expect.element(dialog.getByText('This customer was deleted in the meantime. What you typed stays here so that you can copy it.')).toBeVisible()
    await expect.element(field(dialog, 'Email')).toHaveValue('gil@new.example')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expectAddress(shop.path)
  })

  test('folds company and address until one of them is there, and finds a country by its name or code', async () => {
    const shop = makeShop({ profile: { taxMode: 'exclusive' } })
    const id = await addCustomer(shop, { name: 'Ada Quay' })
    await renderShop({ shop, at: `/${shop.id}/orders/${id}` })
    await page.getByRole('button', { name: 'Edit Customer' }).click()
    const dialog = dialogOf('Edit Customer')
    await expect.element(field(dialog, 'Company')).not.toBeInTheDocument()
    await dialog.getByText('Company and address').click()
    await field(dialog, 'Company').fill('Quay GmbH')
    await field(dialog, 'Street').fill('Hafenweg 1')
    await field(dialog, 'Postal Code').fill('20457')
    await field(dialog, 'City').fill('Hamburg')
    await choice(dialog, 'Country').fill('de')
    await expect.element(page.getByRole('option').first()).toMatchTextContent('Germany')
    await page.getByRole('option', { name: 'Germany' }).click()
    await field(dialog, 'Tax ID').fill('DE129273398')
    await choice(dialog, 'Language').fill('germ')
    await page.getByRole('option', { name: 'German', exact: true }).click()
    await expect.element(field(dialog, 'Reason')).not.toBeInTheDocument()
    await dialog.getByRole('checkbox', { name: /^Tax exempt/ }).click()
    await field(dialog, 'Reason').fill('Charity')
    expect(await findFaults()).toEqual([])
    await dialog.getByRole('button', { name: 'Update Customer' }).click()
    await expect.element(toast().filter({ hasText: 'Customer updated' })).toBeVisible()
    await expect
      .poll(async () => (await readCustomers(shop)).find((row) => row.id === id))
      .toMatchObject({
        company: 'Quay GmbH',
        street: 'Hafenweg 1',
        postalCode: '20457',
        city: 'Hamburg',
        country: 'DE',
        taxId: 'DE129273398',
        language: 'de',
        taxExempt: true,
        taxExemptReason: 'Charity',
      })

    await page.getByRole('button', { name: 'Edit Customer' }).click()
    await expect.element(choice(dialog, 'Country')).toHaveValue('Germany')
    await expect.element(field(dialog, 'Company')).toBeVisible()
  })

  test('saves a customer without a phone on purpose, and gives a typed number back when it was not meant', async () => {
    const shop = makeShop()
    await renderShop({ shop, at: `/${shop.id}/customers` })
    await page.getByRole('button', { name: 'Add New Customer' }).click()
    const dialog = dialogOf('Add New Customer')
    await field(dialog, 'Name').fill('Nan')
    await field(dialog, 'Phone').fill('4155550199')
    const mark = dialog.getByRole('checkbox', { name: 'No phone' })
    await mark.click()
    await expect.element(field(dialog, 'Phone')).not.toBeInTheDocument()
    await mark.click()
    await expect.element(field(dialog, 'Phone')).toHaveValue('415-555-0199')
    await mark.click()
    await dialog.getByRole('button', { name: 'Save Customer' }).click()
    await expect.element(toast().filter({ hasText: 'Customer created' })).toBeVisible()
    await expect.poll(() => readCustomers(shop)).toMatchObject([{ name: 'Nan', phone: null, countryCode: null, noPhone: true }])
  })
})
