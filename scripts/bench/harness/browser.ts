import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { chromium, type BrowserContext, type CDPSession, type Page } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from '#scripts/tools/find-browser.ts'
import { hotFunctionsToLines, profileToHotFunctions } from './cpu-profile.ts'

export const benchUser = { loginId: 'bench', password: 'bench-password' }

/**
 * Runs with a new Chromium and an empty profile on the disk, because an incognito context would keep IndexedDB in memory. The
 * browser is closed and its profile removed afterwards, also after an error.
 */
export async function withBrowser<Result>(root: string, run: (context: BrowserContext) => Promise<Result>): Promise<Result> {
  const profileDir = await mkdtemp(path.join(root, 'profile-'))
  const context = await chromium.launchPersistentContext(profileDir, {
    executablePath: findBrowser(),
    args: BROWSER_ARGS,
    headless: true,
    viewport: { width: 1024, height: 768 },
    serviceWorkers: 'allow',
  })
  try {
    // The list of requests is read after a sync; its default of 250 would lose the first ones.
    await context.addInitScript(() => performance.setResourceTimingBufferSize(5_000))
    return await run(context)
  } finally {
    await context.close()
    await rm(profileDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

export const firstPage = async (context: BrowserContext): Promise<Page> => context.pages()[0] ?? (await context.newPage())

/** Signs in as people do, through the form; resolves when the form is gone. */
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

/** A signed-in page of the server's origin without the app, in which baselines run. */
export async function openBarePage(context: BrowserContext, url: string): Promise<Page> {
  await signInByCookie(context, url)
  const page = await firstPage(context)
  await page.goto(`${url}/healthz`)
  return page
}

/** Runs a bundle in the page as a file of the page's own server, under the server's real content security policy. */
export async function runScript(page: Page, code: string): Promise<void> {
  const address = '**/api/bench-script.js'
  // Requests that pass the page's service worker are not seen by `page.route`.
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setBypassServiceWorker', { bypass: true })
  await page.route(address, (route) => route.fulfill({ contentType: 'text/javascript', body: code }))
  await page.addScriptTag({ url: '/api/bench-script.js' })
  // While one address is routed, all requests of the page pass through Playwright.
  await page.unroute(address)
  await session.send('Network.setBypassServiceWorker', { bypass: false })
  await session.detach()
}

/** Live JavaScript memory of the page in MB, after a garbage collection: objects and the buffers behind them. */
export async function readHeapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  // Twice, because finalizers of the first collection release more.
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const usage = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return (usage.usedSize + (usage.backingStorageSize ?? 0)) / 1_000_000
}

/** Runs something with the page's CPU profiler on; returns the functions with the most time, as lines. */
export async function profilePage(page: Page, run: () => Promise<unknown>): Promise<string[]> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('Profiler.enable')
  await session.send('Profiler.setSamplingInterval', { interval: 500 })
  await session.send('Profiler.start')
  await run()
  const { profile } = await session.send('Profiler.stop')
  await session.detach()
  return hotFunctionsToLines(profileToHotFunctions(profile))
}
