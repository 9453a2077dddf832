import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page, TestInfo } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { formatMoney } from '#schema/values/money.ts'
import { createOp } from '#scripts/process-tests/api-client.ts'
import { type ExampleOrder, exampleCosts, examplePayments, expectedPlain, expectedWithoutTax, reportExample } from '#scripts/process-tests/report-example.ts'
import { pinnedNode } from '#scripts/process-tests/server-process.ts'
import { choice, expect, field, syncBadge, readServerMark, test, toast, type TestShop, waitUntilSynced } from '../harness/fixtures.ts'
import { countRunning, holdRequests } from '../harness/hold-requests.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const { from, to, timezone } = reportExample
const inToronto = { context: { timezoneId: timezone, locale: 'en-US' } }

const grid = (page: Page) => page.getByRole('grid', { name: 'Report' })
const rows = (page: Page) => grid(page).locator('tr[data-row-index]')
const taxBox = (page: Page) => page.getByRole('checkbox', { name: 'Exclude Tax (%)' })
const taxInput = (page: Page) => page.getByRole('spinbutton', { name: 'Tax (%)' })
const exportCsv = (page: Page) => page.getByRole('button', { name: 'Export CSV' })
const source = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

const figureNames = ['Total Payments', 'Before Tax Payments', 'After Tax Payments', 'Total Costs', 'Net Profit'] as const

/** The five figures as shown. */
const readFigures = async (page: Page): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(
      figureNames.map(
        async (name) =>
          [
            name,
            await page
              .locator('dl > div')
              .filter({ has: page.getByText(name, { exact: true }) })
              .getByRole('definition')
              .innerText(),
          ] as const,
      ),
    ),
  )

/** Customer, item, status, the three amounts, and each payment and cost with its mark. */
const readTable = (page: Page) =>
  rows(page).evaluateAll((elements) =>
    elements.map((row) => {
      const cells = [...(row as HTMLTableRowElement).cells]
      const lines = [...(row.closest('tbody')?.querySelectorAll('li') ?? [])].map((line) => [...line.children].map((part) => (part.textContent ?? '').trim()))
      return {
        customer: cells[0]?.innerText,
        item: cells[1]?.querySelector('span')?.textContent,
        amounts: cells.slice(3).map((cell) => cell.innerText),
        // 'Payment Mar 8, 2026, deposit' → 'deposit'
        lines: lines.map(([amount, mark, text]) => `${amount} ${mark} ${text?.split(', ').at(-1)}`),
      }
    }),
  )

type Expected = typeof expectedPlain

const toFigures = ({ summary }: Expected): Record<string, string> => ({
  'Total Payments': formatMoney(summary.totalPayments),
  'Before Tax Payments': formatMoney(summary.beforeTaxPayments),
  'After Tax Payments': formatMoney(summary.afterTaxPayments),
  'Total Costs': formatMoney(-summary.totalCosts),
  'Net Profit': formatMoney(summary.netProfit),
})

const itemOf = { amplifier: 'Amplifier, old', bicycle: 'Bicycle', camera: 'Camera' } as const satisfies Record<ExampleOrder, string>
const customerOf = { amplifier: '=Formula Fred', bicycle: 'Bea "Bee" Bell', camera: 'Cam' } as const satisfies Record<ExampleOrder, string>

const toTable = ({ orders }: Expected) =>
  orders.map(({ order, totalPayments, totalCosts, net, lines }) => ({
    customer: customerOf[order],
    item: itemOf[order],
    amounts: [totalPayments, -totalCosts, net].map((amount) => formatMoney(amount)),
    lines: lines.map((line) => line.replace(/^(-?)/, '$1$')),
  }))

async function addExample(shop: TestShop): Promise<Record<ExampleOrder, string>> {
  const orderIds: Partial<Record<ExampleOrder, string>> = {}
  for (const order of ['amplifier', 'bicycle', 'camera'] as const) {
    const customerId = await addCustomer(shop, { name: customerOf[order], phone: '4165550100' })
    const values: Record<string, string> = order === 'amplifier' ? { issueDescription: '+48 volts missing,\nsays "hum"', quotedCost: '120' } : {}
    // 03:00 UTC is the evening before in Toronto.
    orderIds[order] = await addOrder(shop, { customerId, itemDetails: itemOf[order], status: 'Fixed', ...values }, new Date('2026-03-02T03:00:00Z'))
  }
  await shop.api.write(shop.id, [
    ...examplePayments.map(({ order, amount, text, ...rest }) =>
      createOp('payments', { orderId: orderIds[order] ?? '', paymentAmount: amount, paymentText: text, ...rest }),
    ),
    ...exampleCosts.map(({ order, amount, text, ...rest }) =>
      createOp('costs', { orderId: orderIds[order] ?? '', costAmount: amount, costText: text, ...rest }),
    ),
  ])
  return orderIds as Record<ExampleOrder, string>
}

const exampleOf = (shop: TestShop) => `/${shop.id}/reports?from=${from}&to=${to}`

async function expectExample(page: Page): Promise<void> {
  await expect(field(page, 'From Date')).toHaveValue(from)
  await expect(field(page, 'To Date')).toHaveValue(to)
  await expect(rows(page)).toHaveCount(2)
}

/** Presses Export CSV; the file's name, its bytes and its cells. */
async function download(page: Page): Promise<{ name: string; text: string; cells: string[][] }> {
  const [file] = await Promise.all([page.waitForEvent('download'), exportCsv(page).click()])
  const text = await readFile(await file.path(), 'utf8')
  return { name: file.suggestedFilename(), text, cells: parse(text, { bom: true }) }
}

async function tryImport(file: string, shop: TestShop, dataDir: string): Promise<{ code: number; output: string }> {
  const child = spawn(pinnedNode, [path.join(root, 'scripts', 'import.ts'), file, '--shop', shop.code, '--data-dir', dataDir, '--dry-run'], { cwd: root })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const [code] = (await once(child, 'exit')) as [number]
  return { code, output }
}

const keep = async (testInfo: TestInfo, name: string, text: string): Promise<string> => {
  const file = testInfo.outputPath(name)
  await writeFile(file, text)
  return file
}

test.describe('the reports view', () => {
  test('agrees to the cent with the example worked out by hand: server, device and file', async ({ makeShop, newDevice, server }, testInfo) => {
    const shop = await makeShop({ privileges: ['view_report'] })
    await addExample(shop)
    const { page, context } = await newDevice(shop.person, { ...inToronto, at: exampleOf(shop) })
    await expectExample(page)

    await expect(grid(page).getByRole('columnheader')).toHaveText(['Customer', 'Item', 'Status', 'Total Payments', 'Total Costs', 'Net'])
    await expect(rows(page).first().getByRole('gridcell').nth(2)).toContainText('Fixed')
    await expect(source(page, 'From the server')).toBeVisible()
    await expect.poll(() => readTable(page)).toEqual(toTable(expectedPlain))
    await expect.poll(() => readFigures(page)).toEqual(toFigures(expectedPlain))
    const plain = await download(page)
    await expect(toast(page)).toContainText('Export Successful')
    await expect(toast(page)).toContainText('Report exported with 2 orders.')

    await taxBox(page).check()
    await taxInput(page).fill('13')
    await expect.poll(() => readFigures(page)).toEqual(toFigures(expectedWithoutTax))
    await expect.poll(() => readTable(page)).toEqual(toTable(expectedWithoutTax))
    const withoutTax = await download(page)

    await context.setOffline(true)
    await expect(syncBadge(page)).toHaveAccessibleName(/^Offline since/)
    await expect(source(page, 'From this device')).toBeVisible()
    await expect.poll(() => readFigures(page)).toEqual(toFigures(expectedWithoutTax))
    await expect.poll(() => readTable(page)).toEqual(toTable(expectedWithoutTax))
    expect(await download(page)).toEqual(withoutTax)
    await taxBox(page).uncheck()
    await expect.poll(() => readFigures(page)).toEqual(toFigures(expectedPlain))
    await expect.poll(() => readTable(page)).toEqual(toTable(expectedPlain))
    expect(await download(page)).toEqual(plain)

    // Texts that a spreadsheet would run are guarded, numbers stand as they are.
    expect(plain.name).toBe(`${shop.name.replaceAll(/[^A-Za-z0-9]+/g, '_')}_Orders_Report_${from}_to_${to}.csv`)
    expect(plain.text.startsWith('\uFEFFCustomer Name,')).toBe(true)
    // RFC 4180: lines end with CRLF, and what holds a quote, a comma or a line break stands in quotes.
    for (const raw of ['\r\n"Bea ""Bee"" Bell",', ',"Amplifier, old",', `,"'+48 volts missing,\nsays ""hum""",120,Fixed,133.05,-66.60,66.45,2026-03-01\r\n`])
      expect(plain.text).toContain(raw)
    expect(plain.cells).toEqual([
      [
        'Customer Name',
        'Customer Phone',
        'Device Details',
        'Issue Description',
        'Quote',
        'Status',
        'Total Payments',
        'Total Costs',
        'Net',
        'Order Creation Date',
      ],
      ['Bea "Bee" Bell', "'+1 416-555-0100", 'Bicycle', 'Does not start', '', 'Fixed', '0.10', '-40.00', '-39.90', '2026-03-01'],
      ["'=Formula Fred", "'+1 416-555-0100", 'Amplifier, old', '\'+48 volts missing,\nsays "hum"', '120', 'Fixed', '133.05', '-66.60', '66.45', '2026-03-01'],
    ])
    expect(withoutTax.cells.slice(1).map((cells) => cells.slice(6, 9))).toEqual([
      ['0.08', '-40.00', '-39.92'],
      ['120.05', '-60.10', '59.95'],
    ])
    expect(await tryImport(await keep(testInfo, plain.name, plain.text), shop, server.dataDir)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/2 lines read: 2 orders would be created .*0 refused/),
    })
  })

  test('opens on the present month, has the usual ranges, and says when there is nothing to export', async ({ makeShop, newDevice }) => {
    const shop = await makeShop({ privileges: ['view_report'] })
    await addExample(shop)
    const { page, context } = await newDevice(shop.person, inToronto)
    const now = new Date('2026-04-15T16:00:00Z')
    // The page before must not hold this clock against the server's present one.
    await page.goto('about:blank')
    await context.clock.setFixedTime(now)
    // The server's time must agree, or the device would correct its clock by it.
    await page.route('**/api/sync/bootstrap*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...((await response.json()) as object), serverTime: now.toISOString() } })
    })
    await page.goto(`/${shop.id}/reports`)
    await expect(field(page, 'From Date')).toHaveValue('2026-04-01')
    await expect(field(page, 'To Date')).toHaveValue('2026-04-15')
    const nothing = 'No orders found with payments or costs in the selected date range.'
    await expect(page.getByRole('main').getByText(nothing)).toBeVisible()
    await expect(source(page, 'From the server')).toBeVisible()
    await expect.poll(() => readFigures(page)).toEqual(Object.fromEntries(figureNames.map((name) => [name, '$0.00'])))
    await exportCsv(page).click()
    await expect(toast(page)).toContainText('No Data to Export')
    await expect(toast(page)).toContainText(nothing)

    for (const [range, days, count] of [
      ['Last month', ['2026-03-01', '2026-03-31'], 3],
      ['This year', ['2026-01-01', '2026-04-15'], 3],
      ['All time', ['', ''], 3],
      ['Today', ['2026-04-15', '2026-04-15'], 0],
    ] as const) {
      await page.getByRole('button', { name: range }).click()
      await expect(field(page, 'From Date')).toHaveValue(days[0])
      await expect(field(page, 'To Date')).toHaveValue(days[1])
      await expect(rows(page)).toHaveCount(count)
      await expect(page.getByRole('button', { name: range })).toHaveAttribute('aria-pressed', 'true')
    }
    const expectName = async (first: string, last: string, days: string): Promise<void> => {
      await field(page, 'From Date').fill(first)
      await field(page, 'To Date').fill(last)
      await expect(rows(page).first()).toBeVisible()
      // The file holds what is on the screen, which is the range before until the new rows arrive.
      await expect.poll(async () => (await download(page)).name).toBe(`${shop.name.replaceAll(/[^A-Za-z0-9]+/g, '_')}_Orders_Report${days}.csv`)
    }
    await expectName('2026-03-08', '', '_from_2026-03-08')
    await expectName('', '2026-03-08', '_until_2026-03-08')
    await expectName('', '', '')
  })

  test('shows the figures of the device while the server is overloaded, and asks again', { tag: '@long' }, async ({ makeShop, newDevice }) => {
    const shop = await makeShop({ privileges: ['view_report'] })
    const orderIds = await addExample(shop)
    const { page } = await newDevice(shop.person, inToronto)
    const headers = await readServerMark(page)
    let isBusy = true
    await page.route(/\/payments\?/, (route) =>
      isBusy ? route.fulfill({ status: 503, headers, contentType: 'application/json', body: '{"code":"UNAVAILABLE","message":"busy"}' }) : route.continue(),
    )
    await page.goto(exampleOf(shop))
    await expectExample(page)
    await expect(source(page, 'From this device')).toBeVisible()
    await expect.poll(() => readFigures(page)).toEqual(toFigures(expectedPlain))
    isBusy = false
    await expect(source(page, 'From the server')).toBeVisible({ timeout: 30_000 })
    await expect.poll(() => readFigures(page)).toEqual(toFigures(expectedPlain))

    // Payments in quick succession cause at most one request each, and the last of them is in the figures.
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/payments?') && asked.push(request.url()))
    const paid = 12
    for (let count = 0; count < paid; count += 1) {
      await shop.api.write(shop.id, [
        createOp('payments', { orderId: orderIds.camera, paymentAmount: 1, afterTax: false, createdAt: '2026-03-08T15:00:00.000Z' }),
      ])
    }
    await expect.poll(async () => (await readFigures(page))['Total Payments']).toBe(formatMoney(expectedPlain.summary.totalPayments + paid))
    await expect(source(page, 'From the server')).toBeVisible()
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    expect(asked.length).toBeLessThanOrEqual(paid)
  })

  test('takes a percentage of tax from 0 to 100 in steps of a hundredth', async ({ makeShop, newDevice }) => {
    const shop = await makeShop({ privileges: ['view_report'] })
    await addExample(shop)
    const { page } = await newDevice(shop.person, { ...inToronto, at: exampleOf(shop) })
    await expectExample(page)
    await expect(taxInput(page)).toBeDisabled()
    await taxBox(page).check()
    for (const [name, value] of [
      ['min', '0'],
      ['max', '100'],
      ['step', '0.01'],
    ] as const)
      await expect(taxInput(page)).toHaveAttribute(name, value)
    await taxInput(page).fill('13')
    await expect.poll(() => readFigures(page)).toEqual(toFigures(expectedWithoutTax))
    // An invalid percentage shows its error at the field, moves nothing, and changes no sum.
    const heightOfBar = () => taxBox(page).evaluate((box) => box.closest('header, section')?.querySelector('table, [role="grid"]')?.getBoundingClientRect().top)
    const before = await heightOfBar()
    for (const [text, problem] of [
      ['100.01', 'Enter a percentage from 0 to 100'],
      ['7.256', 'Enter at most two decimals'],
    ] as const) {
      await taxInput(page).fill(text)
      await expect(page.getByText(problem)).toBeVisible()
      expect(await readFigures(page)).toEqual(toFigures(expectedWithoutTax))
      expect(await heightOfBar()).toBe(before)
    }
    await page.getByRole('button', { name: 'How tax is taken out' }).press('Enter')
    await expect(page.getByText('amount ÷ (1 + tax)')).toBeVisible()
    await page.keyboard.press('Escape')
    await taxInput(page).fill('12.99')
    await expect(page.getByText('Enter at most two decimals')).toBeHidden()
    // 113 / 1.1299 = 100.0088…
    await expect.poll(async () => (await readFigures(page))['After Tax Payments']).toBe('$100.09')
    await expect(page).toHaveURL(/tax=12\.99/)
    await page.reload()
    await expect(taxInput(page)).toHaveValue('12.99')
    await expect.poll(async () => (await readFigures(page))['After Tax Payments']).toBe('$100.09')
  })

  test('goes by keyboard alone', async ({ makeShop, newDevice }) => {
    const shop = await makeShop({ privileges: ['view_report'] })
    await addExample(shop)
    const { page } = await newDevice(shop.person, inToronto)
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await expect(page).toHaveURL(`/${shop.id}/reports`)
    const allTime = page.getByRole('button', { name: 'All time' })
    for (let steps = 0; steps < 40 && !(await allTime.evaluate((button) => button === document.activeElement)); steps += 1) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(rows(page)).toHaveCount(3)
    await page.keyboard.press('Tab')
    await expect(taxBox(page)).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('100.5')
    await expect(page.getByText('Enter a percentage from 0 to 100')).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'How tax is taken out' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(rows(page).nth(0)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(rows(page).nth(1)).toBeFocused()
    const item = (await readTable(page))[1]?.item ?? ''
    await page.keyboard.press('Enter')
    await expect(field(page.getByRole('dialog', { name: 'Edit Order' }), 'Device Details')).toHaveValue(item)
    await page.keyboard.press('Escape')
    await expect(rows(page).nth(1)).toBeFocused()
  })

  test('opens the order of a row, and says which changes the server has not got', async ({ makeShop, newDevice }) => {
    const shop = await makeShop({ privileges: ['view_report'] })
    await addExample(shop)
    const { page } = await newDevice(shop.person, { ...inToronto, at: exampleOf(shop) })
    await expectExample(page)
    await rows(page).filter({ hasText: 'Bicycle' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Edit Order' })
    await expect(field(dialog, 'Device Details')).toHaveValue('Bicycle')
    await expect(choice(dialog, 'Status').or(dialog.getByText('Fixed')).first()).toBeVisible()

    // Reads are answered, but pushes are held.
    const release = await holdRequests(page, '**/api/sync/push*')
    await dialog.getByRole('button', { name: 'Add Payment' }).click()
    const line = dialog.getByRole('group', { name: 'Add Payment' })
    await field(line, 'Amount').fill('7.50')
    await field(line, 'Date').or(line.getByLabel('Date')).first().fill('2026-03-08T12:00')
    await field(line, 'Amount').press('Enter')
    await expect(toast(page)).toContainText('Payment added successfully')
    await expect(line).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(source(page, 'From the server; unsent changes of this device are not in it yet')).toBeVisible()
    expect(await readFigures(page)).toEqual(toFigures(expectedPlain))
    release()
    await expect.poll(async () => (await readFigures(page))['Total Payments'], { timeout: 60_000 }).toBe('$140.65')
  })
})

test.describe('without view_report', () => {
  test('the view is not offered, and its address says why', async ({ makeShop, newDevice }) => {
    const shop = await makeShop({ privileges: ['view_activity'] })
    const { page } = await newDevice(shop.person)
    await expect(page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Reports' })).toHaveCount(0)
    await page.goto(`/${shop.id}/reports`)
    await expect(page.getByText("Access Denied: You don't have permission to view reports. Contact your administrator.")).toBeVisible()
  })

  test('the server’s refusal is told, also where the device has not heard yet', async ({ makeShop, newDevice, server }) => {
    const shop = await makeShop({ privileges: ['view_report'] })
    await addExample(shop)
    const { page } = await newDevice(shop.person, inToronto)
    const countAsking = countRunning(page, /\/api\/(?:sync\/bootstrap|auth\/)/)
    await page.goto(exampleOf(shop))
    await expectExample(page)
    await expect(source(page, 'From the server')).toBeVisible()
    await waitUntilSynced(page)
    // No request for the person's rights is in flight, and the next one is held until `release`.
    await expect.poll(countAsking).toBe(0)
    const release = await holdRequests(page, '**/api/sync/bootstrap*')
    await server.seed({ rights: [{ loginId: shop.person.loginId, privileges: [] }] })
    await field(page, 'From Date').fill('2026-03-06')
    await expect(page.getByText("Access Denied - You don't have permission to view reports data. Contact your administrator.")).toBeVisible()
    await expect(exportCsv(page)).toBeDisabled()
    release()
    await expect(page.getByText("Access Denied: You don't have permission to view reports. Contact your administrator.")).toBeVisible()
  })
})
