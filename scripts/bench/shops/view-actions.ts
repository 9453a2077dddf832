import type { Page } from '@playwright/test'
import { type Condition, measurePaint, readLongestBlock, readSignature } from '../page/page-probe.ts'

/** The part of the page that shows the result of an action: a list with its rows, or an element with its whole text. */
type Shown = { kind: 'grid'; label: string } | { kind: 'content'; selector: string }

/** An action of people in a view. `prepare` brings the page into its starting state; `action` triggers the measured event. */
export type ViewAction = {
  /** View and action, such as `tasks-sort`. */
  name: string
  what: string
  event: 'click' | 'input' | 'pointerup'
  shown: Shown
  prepare: (page: Page) => Promise<unknown>
  action: (page: Page) => Promise<unknown>
}

export type ActionTimes = { ms: number[]; blockMs: number[] }

/** The page is at rest when nothing has changed for this time. */
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

const showAllOrders = (page: Page) => page.getByTitle('Show all orders')

async function showUnfiltered(page: Page, name: string): Promise<void> {
  await showView(page, name)
  if (await showAllOrders(page).isVisible()) await showAllOrders(page).click()
  if ((await searchBox(page).inputValue()) !== '') await searchBox(page).fill('')
  await pageButton(page, 'First page').waitFor()
  if ((await pageButton(page, 'First page').getAttribute('aria-disabled')) !== 'true') await pageButton(page, 'First page').click()
}

const open = (name: string, from: string, shown: Shown): ViewAction => ({
  name: `${name.toLowerCase()}-open`,
  what: `${name}: click to painted rows`,
  event: 'click',
  shown,
  prepare: async (page) => {
    await showUnfiltered(page, name)
    await showView(page, from)
  },
  action: (page) => viewTab(page, name).click(),
})

const search = (name: string, word: string, shown: Shown): ViewAction => ({
  name: `${name.toLowerCase()}-search`,
  what: `${name}: search for “${word}” to its painted answer`,
  event: 'input',
  shown,
  prepare: (page) => showUnfiltered(page, name),
  action: (page) => searchBox(page).fill(word),
})

const nextPage = (name: string, shown: Shown): ViewAction => ({
  name: `${name.toLowerCase()}-page`,
  what: `${name}: next page`,
  event: 'click',
  shown,
  prepare: (page) => showUnfiltered(page, name),
  action: (page) => pageButton(page, 'Next page').click(),
})

const lastPage = (name: string, shown: Shown): ViewAction => ({
  name: `${name.toLowerCase()}-last-page`,
  what: `${name}: last page`,
  event: 'click',
  shown,
  prepare: (page) => showUnfiltered(page, name),
  action: (page) => pageButton(page, 'Last page').click(),
})

const sortTasks: ViewAction = {
  name: 'tasks-sort',
  what: 'Tasks: sorted the other way',
  event: 'click',
  shown: { kind: 'grid', label: 'Tasks' },
  prepare: async (page) => {
    await showUnfiltered(page, 'Tasks')
    const back = page.getByRole('button', { name: 'Due By, latest first: sort the other way' })
    if (await back.isVisible()) await back.click()
  },
  action: (page) => page.getByRole('button', { name: 'Due By, earliest first: sort the other way' }).click(),
}

const openDialog: ViewAction = {
  name: 'order-dialog',
  what: 'Order dialog: click on a row to everything of the order',
  event: 'click',
  shown: { kind: 'content', selector: orderDialog },
  prepare: (page) => showUnfiltered(page, 'Orders'),
  action: (page) => page.locator('table[role="grid"][aria-label="Orders"] tbody tr[aria-rowindex]').nth(2).click(),
}

const grid = (label: string): Shown => ({ kind: 'grid', label })
const logEntries: Shown = { kind: 'content', selector: '[aria-label="Log entries"]' }

export const viewActions: readonly ViewAction[] = [
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

/** What a list of many rows has to do with all of them. */
export const longListActions: readonly ViewAction[] = [
  ...viewActions.filter(({ name }) => name.startsWith('orders-')),
  lastPage('Orders', grid('Orders')),
  {
    name: 'orders-filter',
    what: 'Orders: open ones only',
    event: 'click',
    shown: grid('Orders'),
    prepare: (page) => showUnfiltered(page, 'Orders'),
    action: (page) => page.getByTitle('Show open orders only').click(),
  },
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

/** Repeats the action slowly until its result is the same twice; returns that result as the page shows it at rest. */
export async function learnAnswer(page: Page, action: ViewAction): Promise<string> {
  const startMs = performance.now()
  for (let last = await tryAction(page, action); performance.now() - startMs < patienceMs;) {
    const now = await tryAction(page, action)
    if (now === last) return now
    last = now
  }
  throw new Error(`${action.name} shows something else each time`)
}

async function tryAction(page: Page, { name, shown, prepare, action }: ViewAction): Promise<string> {
  await prepare(page)
  await page.waitForTimeout(settleMs)
  const before = await readShown(page, shown)
  await action(page)
  const startMs = performance.now()
  for (let last = before; performance.now() - startMs < patienceMs;) {
    await page.waitForTimeout(settleMs)
    const now = await readShown(page, shown)
    if (now === last && now !== before && now !== '') return now
    last = now
  }
  throw new Error(`${name} changed nothing on the screen`)
}

export async function measureAction(page: Page, { event, shown, prepare, action }: ViewAction, answer: string, times: ActionTimes): Promise<void> {
  await prepare(page)
  await page.waitForTimeout(settleMs)
  times.ms.push(await measurePaint(page, event, toCondition(shown, answer), () => action(page)))
  await page.waitForTimeout(settleMs / 3)
  times.blockMs.push(await readLongestBlock(page))
}
