import type { Page } from '@playwright/test'
import { type Condition, measurePaint, readLongestBlock, readSignature } from '../page/page-probe.ts'

/** What shows the answer of an act: a list with its rows, or the whole text of an element. */
type Shown = { kind: 'grid'; label: string } | { kind: 'content'; selector: string }

/** One thing that people do in a view. `prepare` brings the page to where they do it; `act` makes the event that is measured. */
export type ViewAct = {
  /** View and act, such as `tasks-sort`. */
  name: string
  what: string
  event: 'click' | 'input' | 'pointerup'
  shown: Shown
  prepare: (page: Page) => Promise<unknown>
  act: (page: Page) => Promise<unknown>
}

export type ActTimes = { ms: number[]; blockMs: number[] }

/** The page has come to rest when nothing has changed for so long. */
const settleMs = 600
const patienceMs = 60_000

export const viewTab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name }).first()
const view = (page: Page, name: string) => page.locator(`section[aria-label="${name}"]`)
export const searchBox = (page: Page) => page.locator('[data-search]').first()
const pageButton = (page: Page, name: string) => page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name })

const orderDialog = '[role="dialog"]'

export async function showView(page: Page, name: string): Promise<void> {
  if (await page.locator(orderDialog).isVisible()) await page.keyboard.press('Escape')
  await page.locator(orderDialog).waitFor({ state: 'hidden' })
  if (!(await view(page, name).isVisible())) await viewTab(page, name).click()
  await view(page, name).waitFor()
}

async function showUnfiltered(page: Page, name: string): Promise<void> {
  await showView(page, name)
  if ((await searchBox(page).inputValue()) !== '') await searchBox(page).fill('')
  await pageButton(page, 'First page').waitFor()
  if ((await pageButton(page, 'First page').getAttribute('aria-disabled')) !== 'true') await pageButton(page, 'First page').click()
}

const open = (name: string, from: string, shown: Shown): ViewAct => ({
  name: `${name.toLowerCase()}-open`,
  what: `${name}: click to painted rows`,
  event: 'click',
  shown,
  prepare: async (page) => {
    await showUnfiltered(page, name)
    await showView(page, from)
  },
  act: (page) => viewTab(page, name).click(),
})

const search = (name: string, word: string, shown: Shown): ViewAct => ({
  name: `${name.toLowerCase()}-search`,
  what: `${name}: search for “${word}” to its painted answer`,
  event: 'input',
  shown,
  prepare: (page) => showUnfiltered(page, name),
  act: (page) => searchBox(page).fill(word),
})

const nextPage = (name: string, shown: Shown): ViewAct => ({
  name: `${name.toLowerCase()}-page`,
  what: `${name}: next page`,
  event: 'click',
  shown,
  prepare: (page) => showUnfiltered(page, name),
  act: (page) => pageButton(page, 'Next page').click(),
})

const sortTasks: ViewAct = {
  name: 'tasks-sort',
  what: 'Tasks: sorted the other way',
  event: 'click',
  shown: { kind: 'grid', label: 'Tasks' },
  prepare: async (page) => {
    await showUnfiltered(page, 'Tasks')
    const back = page.getByRole('button', { name: 'Due By, latest first: sort the other way' })
    if (await back.isVisible()) await back.click()
  },
  act: (page) => page.getByRole('button', { name: 'Due By, earliest first: sort the other way' }).click(),
}

const openDialog: ViewAct = {
  name: 'order-dialog',
  what: 'Order dialog: click on a row to everything of the order',
  event: 'click',
  shown: { kind: 'content', selector: orderDialog },
  prepare: (page) => showUnfiltered(page, 'Orders'),
  act: (page) => page.locator('table[role="grid"][aria-label="Orders"] tbody tr[aria-rowindex]').nth(2).click(),
}

const grid = (label: string): Shown => ({ kind: 'grid', label })
const logEntries: Shown = { kind: 'content', selector: '[aria-label="Log entries"]' }

export const viewActs: readonly ViewAct[] = [
  open('Orders', 'Customers', grid('Orders')),
  search('Orders', 'lamp', grid('Orders')),
  nextPage('Orders', grid('Orders')),
  open('Customers', 'Orders', grid('Customers')),
  search('Customers', 'marsh', grid('Customers')),
  nextPage('Customers', grid('Customers')),
  open('Tasks', 'Customers', grid('Tasks')),
  search('Tasks', 'call back', grid('Tasks')),
  sortTasks,
  nextPage('Tasks', grid('Tasks')),
  open('Activities', 'Customers', logEntries),
  search('Activities', 'marsh', logEntries),
  nextPage('Activities', logEntries),
  openDialog,
]

const readShown = (page: Page, shown: Shown): Promise<string> =>
  shown.kind === 'grid' ? readSignature(page, shown.label) : page.evaluate(readContent, shown.selector)

// Runs inside the page, so it can use nothing from outside of itself.
function readContent(selector: string): string {
  const element = document.querySelector(selector)
  return element === null || element.querySelector('[aria-busy="true"]') !== null ? '' : element.textContent
}

const toCondition = (shown: Shown, answer: string): Condition =>
  shown.kind === 'grid' ? { kind: 'grid', label: shown.label, signature: answer } : { kind: 'content', selector: shown.selector, content: answer }

/** Does it slowly, and again until it shows the same twice: what the screen shows when it has come to rest. */
export async function learnAnswer(page: Page, act: ViewAct): Promise<string> {
  const startMs = performance.now()
  for (let last = await tryAct(page, act); performance.now() - startMs < patienceMs;) {
    const now = await tryAct(page, act)
    if (now === last) return now
    last = now
  }
  throw new Error(`${act.name} shows something else each time`)
}

async function tryAct(page: Page, { name, shown, prepare, act }: ViewAct): Promise<string> {
  await prepare(page)
  await page.waitForTimeout(settleMs)
  const before = await readShown(page, shown)
  await act(page)
  const startMs = performance.now()
  for (let last = before; performance.now() - startMs < patienceMs;) {
    await page.waitForTimeout(settleMs)
    const now = await readShown(page, shown)
    if (now === last && now !== before && now !== '') return now
    last = now
  }
  throw new Error(`${name} changed nothing on the screen`)
}

export async function measureAct(page: Page, { event, shown, prepare, act }: ViewAct, answer: string, times: ActTimes): Promise<void> {
  await prepare(page)
  await page.waitForTimeout(settleMs)
  times.ms.push(await measurePaint(page, event, toCondition(shown, answer), () => act(page)))
  await page.waitForTimeout(settleMs / 3)
  times.blockMs.push(await readLongestBlock(page))
}
