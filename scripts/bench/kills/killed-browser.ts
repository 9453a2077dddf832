import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from '#scripts/tools/find-browser.ts'
import { killBrowser } from '#scripts/tools/kill-browser.ts'
import { runScript } from '../harness/browser.ts'
import { bundleForPage } from '../harness/bundle.ts'
import { watchSpots } from './spots.ts'

export type Login = { loginId: string; password: string }

/** A signed-in browser on a profile that survives it, to be killed. */
export type KilledBrowser = {
  context: BrowserContext
  page: Page
  /** What was said to be saved in it, as far as it was heard before the kill. */
  saved: { id: string; notes: string }[]
  kill(): Promise<void>
  close(): Promise<void>
}

/** The cookie is asked for each time, because browsers store cookies with a delay and a kill may have lost it. */
export async function openKilledBrowser(profileDir: string, url: string, login: Login): Promise<KilledBrowser> {
  const context = await chromium.launchPersistentContext(profileDir, {
    executablePath: findBrowser(),
    args: BROWSER_ARGS,
    headless: true,
    viewport: { width: 1024, height: 768 },
    // A worker's own requests would pass by the one that stops a page.
    serviceWorkers: 'block',
  })
  const answer = await context.request.post(`${url}/api/login`, { data: { user_id: login.loginId, password: login.password } })
  if (!answer.ok()) throw new Error(`The bench cannot sign in: ${answer.status()}`)
  const saved: KilledBrowser['saved'] = []
  await context.exposeFunction('hearSaved', (note: { id: string; notes: string }) => void saved.push(note))
  return { context, page: context.pages()[0] ?? (await context.newPage()), saved, kill: () => killBrowser(context), close: () => context.close() }
}

/** Leaves the app, and puts the device without screens into a page of the same origin. */
export async function loadDevicePage(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/healthz`)
  await watchSpots(page)
  await runScript(page, await bundleForPage('page-killed.ts'))
}
