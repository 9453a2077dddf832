import type { Browser, BrowserContext, Page } from '@playwright/test'
import { endRoutes } from './end-routes.ts'

export type Device = { context: BrowserContext; page: Page }

/** Animated dialogs cost a third of the suite's time; tests of animations ask for a context with motion. */
export const still = { reducedMotion: 'reduce' } as const

const pageEvents = ['console', 'dialog', 'download', 'load', 'pageerror', 'request', 'requestfailed', 'requestfinished', 'response'] as const

/**
 * Browser contexts that a worker's tests reuse, with storage and cookies cleared in between. The browser keeps its
 * process, the HTTP cache and compiled code, which halves the cost of a signed-in device.
 */
export class DeskPool {
  readonly #browser: Browser
  readonly #url: string
  #free: Device[] = []

  constructor(browser: Browser, url: string) {
    this.#browser = browser
    this.#url = url
  }

  async take(): Promise<Device> {
    const free = this.#free.pop()
    if (free !== undefined) return free
    const context = await this.#browser.newContext({ baseURL: this.#url, serviceWorkers: 'block', ...still })
    return { context, page: await context.newPage() }
  }

  async giveBack(device: Device): Promise<void> {
    const isClean = await this.#clear(device).catch(() => false)
    if (isClean) this.#free.push(device)
    else await device.context.close().catch(() => undefined)
  }

  async close(): Promise<void> {
    for (const { context } of this.#free) await context.close()
  }

  /** @returns false when the test closed the page or the context */
  async #clear({ context, page }: Device): Promise<boolean> {
    await endRoutes(context)
    for (const name of pageEvents) page.removeAllListeners(name)
    for (const other of context.pages()) if (other !== page) await other.close()
    if (page.isClosed()) return false
    // A form with typed text asks before the page leaves.
    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto('about:blank')
    page.removeAllListeners('dialog')
    const devtools = await context.newCDPSession(page)
    await devtools.send('Storage.clearDataForOrigin', { origin: new URL(this.#url).origin, storageTypes: 'all' })
    await devtools.detach()
    await context.clearCookies()
    await context.clearPermissions()
    await context.setOffline(false)
    await page.emulateMedia({ media: null, colorScheme: null, ...still })
    return true
  }
}
