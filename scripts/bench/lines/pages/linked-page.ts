import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Browser } from '@playwright/test'
import { signInOverHttp } from '#scripts/process-tests/api-client.ts'
import { BROWSER_ARGS, findBrowser } from '#scripts/tools/find-browser.ts'
import { benchUser } from '../../harness/browser.ts'
import { toSeries, type BenchContext } from '../../harness/context.ts'
import type { Figure } from '../../harness/figure.ts'
import { median } from '../../harness/stats.ts'

/** A phone of five years ago. */
const cpuSlowdown = 6
const titleId = 'order-title'

type Times = { paintMs: number; titleMs: number }

/** The page of a customer's link in a fresh browser with a slowed processor, from the navigation to the frame with the order, ÷ its text as static HTML. */
export async function measurePortal(bench: BenchContext): Promise<Figure[]> {
  const shop = await bench.shopWith(bench.amount(1_000, 300))
  const server = await bench.workshop.startServer(shop.dataDir)
  try {
    const address = new URL(await makeLink(server.url, shop.shopId), server.url).href
    const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGS, headless: true })
    const bare = await serveText(await readText(browser, address))
    const product: Times[] = []
    const baseline: Times[] = []
    try {
      for (let run = 0; run < bench.runs; run += 1) {
        product.push(await openCold(browser, address))
        baseline.push(await openCold(browser, bare.address))
        bench.say(`  portal ${run + 1}/${bench.runs}: page ${Math.round(product.at(-1)?.titleMs ?? 0)}, bare ${Math.round(baseline.at(-1)?.titleMs ?? 0)}`)
      }
    } finally {
      bare.close()
      await browser.close()
    }
    return [
      {
        name: 'portal/order',
        what: `Page of a customer’s link, processor slowed ${cpuSlowdown} times, to the frame with the order ÷ its text as static HTML`,
        unit: 'ms',
        product: toSeries(
          'page of the link',
          product.map(({ titleMs }) => titleMs),
        ),
        baseline: toSeries(
          'static HTML',
          baseline.map(({ titleMs }) => titleMs),
        ),
        target: { of: 'value', atMost: 2_000 },
        notes: [
          `first paint of anything after ${Math.round(median(product.map(({ paintMs }) => paintMs)))} ms`,
          'a new browser context each time: nothing is cached',
        ],
        profile: [],
      },
    ]
  } finally {
    await server.stop()
  }
}

async function makeLink(url: string, shopId: string): Promise<string> {
  const client = await signInOverHttp(url, benchUser.loginId, benchUser.password)
  const [order] = await client.read<{ id: string }[]>(`/api/${shopId}/orders`)
  if (order === undefined) throw new Error('The shop has no order')
  const { body } = await client.call<{ url: string }>('POST', `/api/${shopId}/orders/${order.id}/links`)
  return body.url
}

async function readText(browser: Browser, address: string): Promise<string> {
  const page = await browser.newPage()
  await page.goto(address)
  await page.locator(`#${titleId}`).waitFor()
  const text = await page.locator('main').innerText()
  await page.close()
  return text
}

/** The same words without script and stylesheet. */
async function serveText(text: string): Promise<{ address: string; close: () => void }> {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const html = `<!doctype html><meta charset="utf-8"><title>Order</title><h2 id="${titleId}">Order</h2><pre>${escaped}</pre>`
  const server = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}

async function openCold(browser: Browser, address: string): Promise<Times> {
  const context = await browser.newContext({ viewport: { width: 390, height: 780 }, hasTouch: true })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    await page.addInitScript((id) => {
      const look = (): void => {
        if (document.getElementById(id) === null) return void requestAnimationFrame(look)
        requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('title')))
      }
      look()
    }, titleId)
    await page.goto(address)
    await page.waitForFunction(() => performance.getEntriesByName('title').length > 0 && performance.getEntriesByName('first-contentful-paint').length > 0)
    return await page.evaluate(() => {
      const at = (name: string): number => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN
      return { paintMs: at('first-contentful-paint'), titleMs: at('title') }
    })
  } finally {
    await context.close()
  }
}
