import { describe, expect, onTestFinished, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
// Brings the types for cdp().
import type {} from '@vitest/browser-playwright'
import { renderShop } from '#web/testing/render-shop.tsx'
import {
  bodyRows,
  choice,
  dialogOf,
  expectAddress,
  expectCount,
  expectTexts,
  expectTextsContaining,
  filterStatus,
  press,
  showDayFields,
} from '#web/testing/screen.ts'
import { addCustomer, addOrder } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'

const rows = bodyRows(page.getByRole('grid', { name: /^Orders/ }))
const search = page.getByRole('searchbox')

/** Sets the page's time zone until the test ends. */
async function setTimeZone(timezoneId: string): Promise<void> {
  onTestFinished(async () => void (await cdp().send('Emulation.setTimezoneOverride', { timezoneId: '' })))
  await cdp().send('Emulation.setTimezoneOverride', { timezoneId })
}

/** Types into the search and runs `next` in the same browser task. */
function typeAndAtOnce(text: string, next: () => void): void {
  const input = document.querySelector<HTMLInputElement>('[data-search]')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input?.dispatchEvent(new Event('input', { bubbles: true }))
  next()
}

const clickOn = (selector: string) => (): void => document.querySelector<HTMLElement>(selector)?.click()

/** Sends keys with one timestamp: a busy machine would put pauses between real ones. */
async function typeAtOnce(keys: string): Promise<void> {
  const target = document.activeElement ?? document.body
  const timeStamp = performance.now()
  for (const key of keys) {
    const pressed = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    target.dispatchEvent(Object.defineProperty(pressed, 'timeStamp', { value: timeStamp }))
    // Lets React flush the event's updates and nothing later.
    await Promise.resolve()
  }
}

describe('the orders view', () => {
  test('searches and filters, says so, and clears', async () => {
    await setTimeZone('America/Toronto')
    const shop = makeShop()
    const tom = shop.employeeIdByName['Tom Becker'] ?? ''
    const maria = await addCustomer(shop, { name: 'María Núñez', phone: '2125550111' })
    const olaf = await addCustomer(shop, { name: 'Olaf Berg', phone: '4155550222' })
    await addOrder(shop, { customerId: maria, itemDetails: 'Walkman', issueDescription: 'Eats tapes' }, new Date('2026-02-02T03:30:00Z'))
    await addOrder(
      shop,
      { customerId: olaf, itemDetails: 'Record player', issueDescription: 'Runs slowly', status: 'In the Lab', assignedEmployeeId: tom },
      new Date('2026-02-05T12:00:00Z'),
    )
    const app = await renderShop({ shop })
    await expectCount(rows, 2)

    for (const [text, item] of [
      ['maria nunez', 'Walkman'],
      ['5550222', 'Record player'],
      ['WALKMAN', 'Walkman'],
      ['slowly', 'Record player'],
    ] as const) {
      await search.fill(text)
      await expectTextsContaining(rows, [item])
    }
    await expect.element(page.getByText('Showing Filtered Results')).toBeVisible()
    await search.fill('no such thing')
    await expect.element(page.getByText('No orders match your search criteria')).toBeVisible()
    await page.getByRole('button', { name: 'Clear Filters' }).first().click()
    await expectCount(rows, 2)
    await expect.element(search).toHaveValue('')
    await expect.element(page.getByText('Showing Filtered Results')).not.toBeInTheDocument()

    await filterStatus('In the Lab')
    await expectTextsContaining(rows, ['Record player'])
    await filterStatus('Lead')
    await expect.element(page.getByText('No orders match your search criteria')).toBeVisible()
    await page.getByRole('button', { name: /^Remove filter Status/ }).click()
    await filterStatus('Dropped Off', 'In the Lab')
    await expectCount(rows, 2)
    await expect.element(choice(page, 'Status')).toHaveTextContent('2 statuses')
    await choice(page, 'Status').click()
    await page.getByRole('option', { name: 'Dropped Off', exact: true }).click()
    await press('Escape')
    await expectTextsContaining(rows, ['Record player'])
    await page.getByRole('button', { name: 'Remove filter Status: In the Lab' }).click()
    await expect.element(choice(page, 'Status')).toHaveFocus()

    await expectTexts(choice(page, 'Assigned To').getByRole('option'), ['All', 'Unassigned', 'Ana Ruiz', 'Tom Becker'])
    await choice(page, 'Assigned To').selectOptions('Unassigned')
    await expectTextsContaining(rows, ['Walkman'])
    await choice(page, 'Assigned To').selectOptions('Tom Becker')
    await expectTextsContaining(rows, ['Record player'])
    await choice(page, 'Assigned To').selectOptions('All')

    // Filters by creation day in the local time zone, both ends included.
    await showDayFields('Created')
    const [from, to] = [page.getByLabelText('From'), page.getByLabelText('To')]
    await from.fill('2026-02-01')
    await to.fill('2026-02-04')
    await expectTextsContaining(rows, ['Walkman'])
    await from.fill('2026-02-02')
    await expect.element(page.getByText('No orders match your search criteria')).toBeVisible()
    await to.fill('2026-02-05')
    await expectTextsContaining(rows, ['Record player'])
    await expectAddress(/to=2026-02-05/)
    await app.reload()
    await expectTextsContaining(rows, ['Record player'])
    await expect.element(from).toHaveValue('2026-02-02')
  })

  test('opens on the open orders, shows the others by tabs, and remembers the tab and its filters for the person (DAY-01)', async () => {
    const shop = makeShop()
    const customerId = await addCustomer(shop, { name: 'Open Olga' })
    await addOrder(shop, { customerId, itemDetails: 'Waiting phone', status: 'Waiting For Part' })
    await addOrder(shop, { customerId, itemDetails: 'New phone', quotedCost: '80' })
    await addOrder(shop, { customerId, itemDetails: 'Fixed phone', status: 'Fixed' })
    await addOrder(shop, { customerId, itemDetails: 'Done phone', status: 'Picked up', quotedCost: '90' })
    const app = await renderShop({ shop })
    const tab = (name: string) => page.getByRole('tab', { name })
    await expectTextsContaining(rows, ['Waiting phone', 'New phone'])
    await expect.element(page.getByText('Showing Filtered Results')).not.toBeInTheDocument()
    await expectAddress(shop.path)
    await expect.element(tab('Open')).toHaveTextContent('Open2')
    for (const [name, items] of [
      ['Ready', ['Fixed phone']],
      ['Waiting', ['Waiting phone']],
      ['Unpaid', ['New phone', 'Done phone']],
      ['Mine', []],
    ] as const) {
      await tab(name).click()
      if (items.length === 0) await expect.element(page.getByText('No orders found')).toBeVisible()
      else await expectTextsContaining(rows, items)
      await expectAddress(`${shop.path}?view=${name.toLowerCase()}`)
    }
    await press('End', tab('Mine'))
    await expect.element(tab('Sales')).toHaveFocus()
    await press('ArrowLeft', tab('Sales'))
    await expect.element(tab('All')).toHaveFocus()
    await expectCount(rows, 4)
    // A customer's list ignores the remembered view.
    await app.goTo(`/${shop.id}/orders/${customerId}`)
    await expectCount(rows, 4)
    await expect.element(tab('All')).not.toBeInTheDocument()
    await app.goTo(shop.path)
    await expectCount(rows, 4)

    const list = page.getByRole('listbox', { name: 'Status' })
    await press('ArrowDown', choice(page, 'Status'))
    await expect.element(list).toHaveFocus()
    await typeAtOnce('fix')
    await press('Space')
    await typeAtOnce('picked')
    await press('Space')
    await press('Escape')
    await expectCount(rows, 2)
    await expect.element(choice(page, 'Status')).toHaveFocus()
    await tab('Open').click()
    await expectTextsContaining(rows, ['Waiting phone', 'New phone'])
    await app.goTo(`${shop.path}?view=ready`)
    await expectTextsContaining(rows, ['Fixed phone'])
    await tab('All').click()
    await expectCount(rows, 2)
    await app.goTo(shop.path)
    await expectCount(rows, 2)
    await press('Enter', choice(page, 'Status'))
    await expect.element(list).toHaveFocus()
    await press('Home')
    await press('ArrowDown')
    await press('Enter')
    await expect.element(page.getByRole('button', { name: /^Remove filter Status/ })).not.toBeInTheDocument()
    await app.goTo(shop.path)
    await expectCount(rows, 4)
  })

  // Typing right before a reload is tested in web/e2e/features/orders.spec.ts.
  test('keeps what is typed in the search with its own list, however soon one goes elsewhere', async () => {
    const shop = makeShop()
    const customerId = await addCustomer(shop, { name: 'Swift Sue' })
    await addOrder(shop, { customerId, itemDetails: 'Walkman' })
    await addOrder(shop, { customerId, itemDetails: 'Radio' })
    await renderShop({ shop })
    await expectCount(rows, 2)

    typeAndAtOnce('walk', clickOn('[data-row-index="0"]'))
    await expect.element(dialogOf('Edit Order')).toBeVisible()
    await expectAddress(/\/orders\/order\/[0-9a-f-]{36}\?view=open&q=walk$/)
    await press('Escape')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expectAddress(`${shop.path}?view=open&q=walk`)
    await expect.element(search).toHaveValue('walk')
    await expectTextsContaining(rows, ['Walkman'])

    await search.fill('')
    await expectAddress(shop.path)
    typeAndAtOnce('radio', clickOn('a[href$="/customers"]'))
    await expectAddress(`/${shop.id}/customers`)
    await page.getByRole('searchbox', { name: /customers/ }).fill('sue')
    await expectAddress(`/${shop.id}/customers?q=sue`)
    history.back()
    await expectAddress(`${shop.path}?view=open&q=radio`)
    await expect.element(search).toHaveValue('radio')
    await expectTextsContaining(rows, ['Radio'])

    history.forward()
    await expect.element(search).toHaveValue('sue')
    typeAndAtOnce('nobody', () => history.back())
    await expect.element(search).toHaveValue('radio')
    await expectTextsContaining(rows, ['Radio'])
    history.forward()
    await expectAddress(`/${shop.id}/customers?q=nobody`)
    await expect.element(search).toHaveValue('nobody')
    await expect.element(page.getByText('No customers found')).toBeVisible()
  })
})
