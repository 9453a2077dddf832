import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from '#scripts/tools/find-browser.ts'
import type { Bench } from './bench-context.ts'
import { bundleForPage } from './bundle.ts'

export const benchUser = { loginId: 'bench', password: 'bench-password' }

/** New Chromium with an empty profile on disk: an incognito context keeps IndexedDB in memory. Cleaned up afterwards, also on error. */
export async function withBrowser<Result>({ root }: Pick<Bench, 'root'>, run: (context: BrowserContext) => Promise<Result>): Promise<Result> {
  const profileDir = await mkdtemp(path.join(root, 'profile-'))
  const context = await chromium.launchPersistentContext(profileDir, {
    executablePath: findBrowser(),
    args: BROWSER_ARGS,
    headless: true,
    viewport: { width: 1024, height: 768 },
    serviceWorkers: 'allow',
  })
  try {
    // The default buffer of 250 would lose the first requests of a sync.
    await context.addInitScript(() => performance.setResourceTimingBufferSize(5_000))
    return await run(context)
  } finally {
    await context.close()
    await rm(profileDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

export const firstPage = async (context: BrowserContext): Promise<Page> => context.pages()[0] ?? (await context.newPage())

export async function signInByForm(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('Username').fill(benchUser.loginId)
  await page.getByLabel('Password', { exact: true }).fill(benchUser.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL((address) => address.pathname !== '/login')
}

export async function signInByCookie(context: BrowserContext, url: string): Promise<void> {
  const answer = await context.request.post(`${url}/api/login`, { data: { user_id: benchUser.loginId, password: benchUser.password } })
  if (!answer.ok()) throw new Error(`The bench cannot sign in: ${answer.status()}`)
}

export async function openBarePage(context: BrowserContext, url: string, fileName: string): Promise<Page> {
  const script = await bundleForPage(fileName)
  await signInByCookie(context, url)
  const page = await firstPage(context)
  await page.goto(`${url}/healthz`)
  await runScript(page, script)
  return page
}

/** Loads a bundle as a file of the server's origin, so that the real content security policy applies. */
export async function runScript(page: Page, code: string): Promise<void> {
  const address = '**/api/bench-script.js'
  // `page.route` does not see requests of a service worker.
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setBypassServiceWorker', { bypass: true })
  await page.route(address, (route) => route.fulfill({ contentType: 'text/javascript', body: code }))
  await page.addScriptTag({ url: '/api/bench-script.js' })
  // While an address is routed, all requests pass through Playwright.
  await page.unroute(address)
  await session.send('Network.setBypassServiceWorker', { bypass: false })
  await session.detach()
}
