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
import { expect, field, syncBadge, readServerMark, test, toast, type TestShop } from '../harness/fixtures.ts'
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

    expect(plain.name).toBe(`${shop.name.replaceAll(/[^A-Za-z0-9]+/g, '_')}_Orders_Report_${from}_to_${to}.csv`)
    expect(plain.text.startsWith('\uFEFFCustomer Name,')).toBe(true)
    // RFC 4180: lines end with CRLF; fields with a quote, comma or line break are quoted.
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
})
