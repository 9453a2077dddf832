import { gzipSync } from 'node:zlib'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from '#scripts/tools/find-browser.ts'
import { signInOverHttp } from '#scripts/process-tests/api-client.ts'
import { benchUser, signInByCookie } from '../../harness/browser.ts'
import { toSeries, type BenchContext } from '../../harness/context.ts'
import type { Figure } from '../../harness/figure.ts'
import type { SeededShop } from '../../shops/seed.ts'
import { sum } from '../../harness/stats.ts'

type Asset = { path: string; kind: 'script' | 'stylesheet'; gzKb: number }

/** gz kB of scripts and styles that the login page, the dashboard and the public page load, each in a fresh browser. */
export async function measureSizes(bench: BenchContext): Promise<Figure[]> {
  const shop = await bench.shopWith(bench.amount(1_000, 300))
  const server = await bench.workshop.startServer(shop.dataDir)
  try {
    const login = await loadCold((page) => page.goto(`${server.url}/login`))
    const dashboard = await loadCold((page) => openDashboard(page, server.url, shop))
    await switchPortalOn(server.url, shop.shopId)
    const portal = await loadCold((page) => page.goto(`${server.url}/bench`))
    const react = toGzKb(dashboard.filter(({ path }) => /\/react-[^/]+\.js$/.test(path)))
    return [
      toFigure('login', 'Login page', login, react),
      toFigure('dashboard', 'Dashboard with the Orders view', dashboard, react),
      toFigure('portal', 'Public shop page with its portal on', portal, react),
      {
        name: 'sizes/dashboard-scripts',
        what: 'Dashboard with the Orders view: scripts, React included, gzip ÷ those of the login page',
        unit: 'kB gz',
        product: toSeries('dashboard', [toGzKb(scriptsOf(dashboard))]),
        baseline: toSeries('login page', [toGzKb(scriptsOf(login))]),
        target: { of: 'value', atMost: 330 },
        notes: [],
        profile: [],
      },
      {
        name: 'sizes/portal-scripts',
        what: 'Public shop page: scripts, React included, gzip ÷ those of the login page',
        unit: 'kB gz',
        product: toSeries('shop page', [toGzKb(scriptsOf(portal))]),
        baseline: toSeries('login page', [toGzKb(scriptsOf(login))]),
        target: { of: 'value', atMost: 100 },
        notes: [`requests for scripts and styles: shop page ${portal.length}, login page ${login.length}`],
        profile: [],
      },
    ]
  } finally {
    await server.stop()
  }
}

function toFigure(name: string, what: string, assets: Asset[], reactKb: number): Figure {
  const ofKind = (kind: Asset['kind']): Asset[] => assets.filter((asset) => asset.kind === kind)
  return {
    name: `sizes/${name}`,
    what: `${what}: scripts and styles loaded cold, gzip ÷ React alone`,
    unit: 'kB gz',
    product: toSeries('loaded', [toGzKb(assets)]),
    baseline: reactKb === 0 ? undefined : toSeries('React chunk of the same build', [reactKb]),
    target: undefined,
    notes: [
      `scripts ${toGzKb(ofKind('script')).toFixed(1)} kB in ${ofKind('script').length} files, styles ${toGzKb(ofKind('stylesheet')).toFixed(1)} kB`,
      assets
        .toSorted((a, b) => b.gzKb - a.gzKb)
        .slice(0, 6)
        .map(({ path, gzKb }) => `${path.split('/').at(-1)} ${gzKb.toFixed(1)}`)
        .join(', '),
    ],
    profile: [],
  }
}

const scriptsOf = (assets: readonly Asset[]): Asset[] => assets.filter(({ kind }) => kind === 'script')

async function switchPortalOn(url: string, shopId: string): Promise<void> {
  const client = await signInOverHttp(url, benchUser.loginId, benchUser.password)
  await client.call('PUT', `/api/shops/${shopId}/config`, { customerPortal: true })
}

const toGzKb = (assets: readonly Asset[]): number => sum(assets.map(({ gzKb }) => gzKb))

async function openDashboard(page: Page, url: string, shop: SeededShop): Promise<void> {
  await signInByCookie(page.context(), url)
  await page.goto(`${url}/${shop.shopId}/orders`)
  await page.locator('table[role="grid"] tbody tr[aria-rowindex]').first().waitFor()
}

/** Loads a page in a new browser; returns each script and style that the page requested, with its size under gzip. */
async function loadCold(visit: (page: Page) => Promise<unknown>): Promise<Asset[]> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGS, headless: true })
  try {
    // Without the service worker, which precaches the whole app beyond what the page needs to start.
    const context: BrowserContext = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 1024, height: 768 } })
    const page = await context.newPage()
    const assets = new Map<string, Promise<Asset>>()
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      const kind = pathname.endsWith('.js') ? 'script' : pathname.endsWith('.css') ? 'stylesheet' : undefined
      if (kind === undefined || assets.has(pathname)) return
      assets.set(
        pathname,
        response.body().then((body) => ({ path: pathname, kind, gzKb: gzipSync(body, { level: 9 }).length / 1_000 })),
      )
    })
    await visit(page)
    // Files that are requested soon after the first frame count too.
    await page.waitForTimeout(1_500)
    return await Promise.all(assets.values())
  } finally {
    await browser.close()
  }
}
