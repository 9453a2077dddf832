import { mkdtemp } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { findTestBrowser, TEST_BROWSER_ARGS } from '../tools/find-browser.ts'
import { killBrowser } from '../tools/kill-browser.ts'
import type { ChaosProxy } from './chaos-proxy.ts'
import type { Ledger } from './ledger.ts'
import { prepareSoakPage } from './page-script.ts'

export type SoakPerson = { name: string; loginId: string; password: string; userId: string }

type Toast = { page: Page; text: string }

/** Messages that the browser itself logs when the network fails; they are no fault of the app. */
const weatherWords = /^Failed to load resource|net::ERR_|^EventSource's response|Failed to fetch|The FetchEvent for|sw\.js/

/** One person's browser: a profile on the disk, one or two tabs, a clock, and a network of its own. */
export class SoakDevice {
  readonly person: SoakPerson
  readonly proxy: ChaosProxy
  readonly shopPath: string
  readonly ledger: Ledger
  readonly tabs: number
  clockOffsetMs = 0
  profile = ''
  kills = 0
  #context: BrowserContext | undefined
  #toasts: Toast[] = []

  constructor(options: { person: SoakPerson; proxy: ChaosProxy; shopPath: string; ledger: Ledger; tabs: number }) {
    this.person = options.person
    this.proxy = options.proxy
    this.shopPath = options.shopPath
    this.ledger = options.ledger
    this.tabs = options.tabs
  }

  get isUp(): boolean {
    return this.#context !== undefined
  }

  get pages(): Page[] {
    return this.#context?.pages().filter((page) => !page.isClosed()) ?? []
  }

  async open(): Promise<void> {
    if (this.profile === '') this.profile = await mkdtemp(path.join(os.tmpdir(), 'mainspring-soak-'))
    const executablePath = findTestBrowser()
    const context = await chromium.launchPersistentContext(this.profile, {
      baseURL: this.proxy.url,
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
      serviceWorkers: 'allow',
      args: TEST_BROWSER_ARGS,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      ...(executablePath === undefined ? {} : { executablePath }),
    })
    this.#toasts = []
    context.setDefaultTimeout(15_000)
    context.setDefaultNavigationTimeout(30_000)
    context.once('close', () => {
      if (this.#context === context) this.#context = undefined
    })
    await context.exposeBinding('soakToast', ({ page }, text: string) => {
      this.#toasts.push({ page, text })
    })
    await context.exposeBinding('soakFault', ({ page }, text: string) => this.#blame(page, text))
    await context.addInitScript(prepareSoakPage, this.clockOffsetMs)
    context.on('page', (page) => this.#watch(page))
    for (const page of context.pages()) this.#watch(page)
    this.#context = context
    while (context.pages().length < this.tabs) await context.newPage()
  }

  /** Kills the browser's process, as a power cut would, so that it cannot finish anything. */
  async kill(): Promise<void> {
    const context = this.#context
    if (context === undefined) return
    this.#context = undefined
    this.kills += 1
    this.ledger.note(`${this.person.name}'s browser is killed`)
    await killBrowser(context)
  }

  async close(): Promise<void> {
    const context = this.#context
    this.#context = undefined
    await context?.close().catch(() => undefined)
  }

  countToasts(): number {
    return this.#toasts.length
  }

  /** The first toast of this tab after the first `since` ones that matches the pattern; undefined when none came in time. */
  async waitForToast(page: Page, since: number, pattern: RegExp, timeoutMs = 20_000): Promise<string | undefined> {
    const endsAt = Date.now() + timeoutMs
    while (Date.now() < endsAt && this.isUp && !page.isClosed()) {
      const found = this.#toasts.slice(since).find((toast) => toast.page === page && pattern.test(toast.text))
      if (found !== undefined) return found.text
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
    return undefined
  }

  /** Halts the tab as the browser freezes one. Returns a function that resumes it; undefined where it could not be halted between transactions. */
  async freeze(page: Page): Promise<(() => Promise<void>) | undefined> {
    const devtools = await page.context().newCDPSession(page)
    const thaw = async (): Promise<void> => {
      await devtools.send('Debugger.disable').catch(() => undefined)
      await devtools.detach().catch(() => undefined)
    }
    const paused = new Promise<boolean>((resolve) => devtools.once('Debugger.paused', () => resolve(true)))
    await devtools.send('Debugger.enable')
    await devtools.send('Debugger.pause')
    const isPaused = await Promise.race([paused, wait(3_000).then(() => false)])
    const witness = this.pages.find((other) => other !== page && other.url().startsWith(this.proxy.url))
    // Browsers do not freeze a tab within a transaction, which would block all other tabs, so this does not either.
    const isQuiet =
      witness === undefined || (await Promise.race([witness.evaluate(storeNothing).then(() => true), wait(3_000).then(() => false)]).catch(() => false))
    if (isPaused && isQuiet) return thaw
    await thaw()
    return undefined
  }

  #watch(page: Page): void {
    // The browser's own dialogs, such as the one for leaving a form, are accepted.
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined))
    page.on('pageerror', (error) => this.#blame(page, `the page threw ${error.name}: ${error.message} ${error.stack ?? ''}`))
    page.on('console', (message) => {
      if (message.type() === 'error' && !weatherWords.test(message.text())) this.#blame(page, `the console says ${message.text()}`)
    })
  }

  #blame(page: Page, words: string): void {
    // An empty tab does not belong to the app.
    if (page.url().startsWith(this.proxy.url)) this.ledger.fault(`${this.person.name}: ${words} at ${page.url()}`)
  }
}

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Runs in the page: an empty transaction over every store, which waits for all others to end. */
async function storeNothing(): Promise<void> {
  for (const { name } of await indexedDB.databases()) {
    if (name === undefined) continue
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.addEventListener('error', () => reject(opening.error ?? new Error('IndexedDB failed')))
      opening.addEventListener('success', () => {
        const database = opening.result
        const last = database.transaction([...database.objectStoreNames], 'readwrite')
        last.addEventListener('complete', () => {
          database.close()
          resolve()
        })
      })
    })
  }
}
