import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { reportQuery } from '#schema/api/rows.ts'
import { type ExampleOrder, exampleCosts, examplePayments, expectedPlain, expectedWithoutTax, reportExample } from '#scripts/process-tests/report-example.ts'
import { dayToInstantRange } from '#schema/rules/text/calendar.ts'
import { formatMoney } from '#schema/values/money.ts'
import type { SyncApi } from '#web/device/platform/server-port.ts'
import { type Rest, type RestCall, RestFailure } from '#web/testing/answer-rest.ts'
import { renderShop, type RenderedShop } from '#web/testing/render-shop.tsx'
import { choice, dialogOf, expectAddress, expectCount, field, press, showDayFields, toast, waitUntilSynced } from '#web/testing/screen.ts'
import { addCustomer, addOrder, createOp } from '#web/testing/shop-rows.ts'
import { makeShop, type ShopOptions, type TestShop } from '#web/testing/shop-server.ts'

const { from, to, timezone } = reportExample

const rows = page.getByRole('grid', { name: 'Report' }).css('tr[data-row-index]')
const taxBox = page.getByRole('checkbox', { name: 'Exclude Tax (%)' })
const taxInput = page.getByRole('spinbutton', { name: 'Tax (%)' })
const exportCsv = page.getByRole('button', { name: 'Export CSV' })
const fromDate = field(page, 'From Date')
const toDate = field(page, 'To Date')
const source = (text: string): Locator => page.getByRole('status').filter({ hasText: text })

const readFigures = (): Record<string, string> =>
  Object.fromEntries(
    [...document.querySelectorAll<HTMLElement>('dl > div')].map((figure) => [
      figure.querySelector('dt')?.innerText ?? '',
      figure.querySelector('dd')?.innerText ?? '',
    ]),
  )

const toFigures = ({ summary }: typeof expectedPlain): Record<string, string> => ({
  'Total Payments': formatMoney(summary.totalPayments),
  'Before Tax Payments': formatMoney(summary.beforeTaxPayments),
  'After Tax Payments': formatMoney(summary.afterTaxPayments),
  'Total Costs': formatMoney(-summary.totalCosts),
  'Net Profit': formatMoney(summary.netProfit),
})

async function expectFigures(expected: Record<string, string>): Promise<void> {
  await expect.poll(readFigures).toEqual(expected)
}

const itemOf = { amplifier: 'Amplifier, old', bicycle: 'Bicycle', camera: 'Camera' } as const satisfies Record<ExampleOrder, string>

async function addExample(shop: TestShop): Promise<void> {
  const orderIds: Partial<Record<ExampleOrder, string>> = {}
  for (const order of ['amplifier', 'bicycle', 'camera'] as const) {
    const customerId = await addCustomer(shop, { name: `Owner of ${order}`, phone: '4165550100' })
    orderIds[order] = await addOrder(shop, { customerId, itemDetails: itemOf[order], status: 'Fixed' }, new Date('2026-03-02T03:00:00Z'))
  }
  await shop.api.write(shop.id, [
    ...examplePayments.map(({ order, amount, text, ...rest }) =>
      createOp('payments', { orderId: orderIds[order] ?? '', paymentAmount: amount, paymentText: text, ...rest }),
    ),
    ...exampleCosts.map(({ order, amount, text, ...rest }) =>
      createOp('costs', { orderId: orderIds[order] ?? '', costAmount: amount, costText: text, ...rest }),
    ),
  ])
}

/** A server response of the money in a date range; requires the privilege. */
function moneyOf(shop: TestShop, collection: 'payments' | 'costs' | 'order_lines') {
  return async ({ query }: RestCall): Promise<unknown> => {
    if (shop.server.users.get(shop.person.userId)?.privileges.includes('view_report') !== true)
      return new RestFailure(403, { code: 'FORBIDDEN', message: 'No' })
    const { dateFrom = null, dateTo = null, timezone: zone = 'UTC' } = reportQuery.parse(Object.fromEntries(query))
    const { fromInstant, toInstantExclusive } = dayToInstantRange(dateFrom, dateTo, zone)
    return (await shop.api.pullAll(collection)).filter(
      (row) =>
        'createdAt' in row && (fromInstant === null || row.createdAt >= fromInstant) && (toInstantExclusive === null || row.createdAt < toInstantExclusive),
    )
  }
}

type Opened = ShopOptions & { at?: string; rest?: Rest; wrap?: (api: SyncApi) => SyncApi }

async function openExample({ at = `/reports?from=${from}&to=${to}`, rest, wrap, privileges = ['view_report'] }: Opened = {}): Promise<RenderedShop> {
  const shop = makeShop({ privileges, profile: { timeZone: timezone } })
  const apiOf = shop.server.apiOf.bind(shop.server)
  if (wrap !== undefined) shop.server.apiOf = (userId) => (userId === shop.person.userId ? wrap(apiOf(userId)) : apiOf(userId))
  const answers: Rest = {
    'GET /api/*/payments': moneyOf(shop, 'payments'),
    'GET /api/*/costs': moneyOf(shop, 'costs'),
    'GET /api/*/order-lines': moneyOf(shop, 'order_lines'),
  }
  return renderShop({ shop, seed: addExample, at: `/${shop.id}${at}`, rest: { ...answers, ...rest } })
}

async function expectExample(): Promise<void> {
  await expect.element(fromDate).toHaveValue(from)
  await expect.element(toDate).toHaveValue(to)
  await expectCount(rows, 2)
}

/** Holds calls until `release`. */
function hold(): { wait: () => Promise<void>; release: () => void } {
  const held = Promise.withResolvers<void>()
  return { wait: () => held.promise, release: () => held.resolve() }
}

describe('the reports view', () => {
  test('opens on the present month, has the usual ranges, and says when there is nothing to export', async () => {
    vi.setSystemTime(new Date('2026-04-15T16:00:00Z'))
    const names: string[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    onTestFinished(() => {
      vi.useRealTimers()
      click.mockRestore()
    })
    const { shop } = await openExample({ at: '/reports' })
    await showDayFields('Date')
    await expect.element(fromDate).toHaveValue('2026-04-01')
    await expect.element(toDate).toHaveValue('2026-04-15')
    const nothing = 'No orders found with payments or costs in the selected date range.'
    await expect.element(page.getByRole('main').getByText(nothing)).toBeVisible()
    await expect.element(source('From the server')).toBeVisible()
    const zeros = Object.fromEntries(Object.keys(toFigures(expectedPlain)).map((name) => [name, '$0.00']))
    await expectFigures(zeros)
    await exportCsv.click()
    await expect.element(toast()).toMatchTextContent('No Data to Export')
    await expect.element(toast()).toMatchTextContent(nothing)

    for (const [range, days, count] of [
      ['Last month', ['2026-03-01', '2026-03-31'], 3],
      ['This year', ['2026-01-01', '2026-04-15'], 3],
      ['Any time', ['', ''], 3],
      ['Today', ['2026-04-15', '2026-04-15'], 0],
    ] as const) {
      await choice(page, 'Date').selectOptions(range)
      await expectCount(rows, count)
      await expect.element(fromDate).not.toBeInTheDocument()
      await showDayFields('Date')
      await expect.element(fromDate).toHaveValue(days[0])
      await expect.element(toDate).toHaveValue(days[1])
    }
    const expectName = async (first: string, last: string, days: string): Promise<void> => {
      await fromDate.fill(first)
      await toDate.fill(last)
      await expect.element(rows.first()).toBeVisible()
      // The file holds what is on the screen: the previous range until new rows arrive.
      const exported = async (): Promise<string | undefined> => {
        await exportCsv.click()
        return names.at(-1)
      }
      await expect.poll(exported).toBe(`${shop.name.replaceAll(/[^A-Za-z0-9]+/g, '_')}_Orders_Report${days}.csv`)
    }
    await expectName('2026-03-08', '', '_from_2026-03-08')
    await expectName('', '2026-03-08', '_until_2026-03-08')
    await expectName('', '', '')
  })

  test('shows the figures of the device while the server is overloaded', async () => {
    await openExample({ rest: { 'GET /api/*/payments': () => new RestFailure(503, { code: 'UNAVAILABLE', message: 'busy' }) } })
    await expectExample()
    await expect.element(source('From this device')).toBeVisible()
    await expectFigures(toFigures(expectedPlain))
  })

  test('takes a percentage of tax from 0 to 100 in steps of a hundredth', async () => {
    const app = await openExample()
    await expectExample()
    await expect.element(taxInput).toBeDisabled()
    await taxBox.click()
    for (const [name, value] of [
      ['min', '0'],
      ['max', '100'],
      ['step', '0.01'],
    ] as const)
      await expect.element(taxInput).toHaveAttribute(name, value)
    await taxInput.fill('13')
    await expectFigures(toFigures(expectedWithoutTax))
    // An invalid percentage shows its error without moving the layout or changing sums.
    const topOfTable = (): number => page.getByRole('grid', { name: 'Report' }).element().getBoundingClientRect().top
    const before = topOfTable()
    for (const [text, problem] of [
      ['100.01', 'Enter a percentage from 0 to 100'],
      ['7.256', 'Enter at most two decimals'],
    ] as const) {
      await taxInput.fill(text)
      await expect.element(page.getByText(problem)).toBeVisible()
      expect(readFigures()).toEqual(toFigures(expectedWithoutTax))
      expect(topOfTable()).toBe(before)
    }
    await press('Enter', page.getByRole('button', { name: 'How tax is taken out' }))
    await expect.element(page.getByText(/amount ÷ \(1 \+ tax\)/)).toBeVisible()
    await press('Escape')
    await taxInput.fill('12.99')
    await expect.element(page.getByText(/Enter at most two decimals/)).not.toBeInTheDocument()
    // 113 / 1.1299 = 100.0088…
    await expect.poll(() => readFigures()['After Tax Payments']).toBe('$100.09')
    await expectAddress(/tax=12\.99/)
    await app.reload()
    await expect.element(taxInput).toHaveValue(12.99)
    await expect.poll(() => readFigures()['After Tax Payments']).toBe('$100.09')
  })

  test('goes by keyboard alone', async () => {
    const { shop } = await openExample({ at: '/orders' })
    await userEvent.keyboard('gr')
    await expectAddress(`/${shop.id}/reports`)
    const days = choice(page, 'Date')
    await expect.element(days).toBeVisible()
    for (let steps = 0; steps < 40 && document.activeElement !== days.element(); steps += 1) await press('Tab')
    await press('Tab')
    // On the first day of a month, this month is today.
    await expect.element(page.getByRole('button', { name: /^Remove filter Date: (This month|Today)$/ })).toHaveFocus()
    await press('Enter')
    await expectCount(rows, 3)
    await expect.element(days).toHaveFocus()
    await press('Tab')
    await expect.element(taxBox).toHaveFocus()
    await press('Space')
    await press('Tab')
    await press('ControlOrMeta+a')
    await userEvent.keyboard('100.5')
    await expect.element(page.getByText('Enter a percentage from 0 to 100')).toBeVisible()
    await press('Tab')
    await expect.element(page.getByRole('button', { name: 'How tax is taken out' })).toHaveFocus()
    await press('Tab')
    await expect.element(rows.nth(0)).toHaveFocus()
    await press('ArrowDown')
    await expect.element(rows.nth(1)).toHaveFocus()
    const item = rows.nth(1).element().querySelectorAll('td')[1]?.querySelector('span')?.textContent ?? ''
    await press('Enter')
    await expect.element(field(dialogOf('Edit Order'), 'Device Details')).toHaveValue(item)
    await press('Escape')
    await expect.element(rows.nth(1)).toHaveFocus()
  })

  test.each([
    [/, Income: /, /\/reports\?(?!.*charts)/],
    [/^Unassigned, Finished: /, /\/orders/],
  ])('returns by Back to the bar that was opened, with the focus: %s', async (name, address) => {
    await openExample({ at: `/reports?from=${from}&to=${to}&view=charts` })
    const bar = page.getByRole('link', { name }).first()
    await expect.element(bar).toBeVisible()
    // At once, since the bars are drawn several times while the chart finds its size.
    const link = bar.element() as unknown as SVGElement
    link.focus()
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    const opened = link.getAttribute('aria-label')
    await expectAddress(address)
    await expect.element(bar).not.toBeInTheDocument()
    history.back()
    await expectAddress(/\/reports\?.*view=charts/)
    await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe(opened)
  })

  test('opens the order of a row, and says which changes the server has not got', async () => {
    const { wait, release } = hold()
    // Reads are answered, pushes are held.
    await openExample({ wrap: (api) => ({ ...api, push: (request, signal) => wait().then(() => api.push(request, signal)) }) })
    await expectExample()
    await press('Enter', rows.filter({ hasText: 'Bicycle' }))
    const dialog = dialogOf('Edit Order')
    await expect.element(field(dialog, 'Device Details')).toHaveValue('Bicycle')
    await expect.element(dialog.getByText('Fixed').first()).toBeInTheDocument()

    await dialog.getByRole('button', { name: 'Add Payment' }).click()
    const line = dialog.getByRole('group', { name: 'Add Payment' })
    await field(line, 'Amount').fill('7.50')
    await line.getByLabelText('Date').fill('2026-03-08T12:00')
    await press('Enter', field(line, 'Amount'))
    await expect.element(toast()).toMatchTextContent('Payment added successfully')
    await expect.element(line).not.toBeInTheDocument()
    await press('Escape')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(source('From the server; unsent changes of this device are not in it yet')).toBeVisible()
    expect(readFigures()).toEqual(toFigures(expectedPlain))
    release()
    await expect.poll(() => readFigures()['Total Payments']).toBe('$140.65')
  })
})

describe('without view_report', () => {
  test('the view is not offered, and its address says why', async () => {
    const app = await openExample({ privileges: ['view_activity'], at: '/orders' })
    const views = page.getByRole('navigation', { name: 'Views' })
    await expect.element(views.getByRole('link', { name: /^Activities/ })).toBeVisible()
    await expect.element(views.getByRole('link', { name: /Reports/ })).not.toBeInTheDocument()
    await app.goTo(`/${app.shop.id}/reports`)
    await expect.element(page.getByText("Access Denied: You don't have permission to view reports. Contact your administrator.")).toBeVisible()
  })

  test('the server’s refusal is told, also where the device has not heard yet', async () => {
    const { wait, release } = hold()
    let isHeld = false
    const { shop } = await openExample({
      wrap: (api) => ({
        ...api,
        bootstrap: async (signal) => {
          if (isHeld) await wait()
          return api.bootstrap(signal)
        },
      }),
    })
    await expectExample()
    await expect.element(source('From the server')).toBeVisible()
    await waitUntilSynced()
    isHeld = true
    shop.server.addUser(shop.person.userId, [shop.id], [])
    await fromDate.fill('2026-03-06')
    await expect.element(page.getByText("Access Denied - You don't have permission to view reports data. Contact your administrator.")).toBeVisible()
    await expect.element(exportCsv).toBeDisabled()
    release()
    shop.server.announceAccess(shop.person.userId)
    await expect.element(page.getByText("Access Denied: You don't have permission to view reports. Contact your administrator.")).toBeVisible()
  })
})
