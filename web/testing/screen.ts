import { expect } from 'vitest'
import { locators, page, userEvent, type Locator, type LocatorSelectors } from 'vitest/browser'

// The finders of the browser tests (`web/e2e/harness/fixtures.ts`), by the same names, for the page of component tests.

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** What Playwright says as `locator(selector)`. */
    css: (selector: string) => Locator
  }
}

locators.extend({ css: (selector) => `css=${selector}` })

/** The page, or a part of it. */
export type Within = LocatorSelectors

/** Presses keys as Playwright names them, `Control+Enter`, on what has the focus or on this element. */
export async function press(keys: string, on?: Locator): Promise<void> {
  if (on !== undefined) {
    await expect.element(on).toBeInTheDocument()
    ;(on.element() as HTMLElement).focus()
  }
  // `{/` is how a key is let go.
  const keyByName: Record<string, string> = { Space: ' ', ControlOrMeta: 'Control', '/': '\\/' }
  const names = keys.split('+').map((name) => keyByName[name] ?? name)
  const [key = '', ...held] = names.reverse()
  await userEvent.keyboard(`${held.map((name) => `{${name}>}`).join('')}{${key}}${held.map((name) => `{/${name}}`).join('')}`)
}

/** Waits until the elements say this, in the order of the page; as Playwright's `toHaveText` with a list. */
export async function expectTexts(found: Locator, expected: readonly (string | RegExp)[]): Promise<void> {
  await expect.poll(() => textsOf(found)).toEqual(expected.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))))
}

/** The same with parts of the texts, as `toContainText` with a list. */
export async function expectTextsContaining(found: Locator, expected: readonly string[]): Promise<void> {
  await expect.poll(() => textsOf(found)).toEqual(expected.map((text) => expect.stringContaining(text)))
}

/** As Playwright's `toHaveCount`. */
export async function expectCount(found: Locator, count: number): Promise<void> {
  await expect.poll(() => found.elements().length).toBe(count)
}

/** As Playwright's `toHaveURL`: path and search of the address. */
export async function expectAddress(expected: string | RegExp): Promise<void> {
  const address = (): string => window.location.pathname + window.location.search
  if (typeof expected === 'string') await expect.poll(address).toBe(expected)
  else await expect.poll(address).toMatch(expected)
}

/** The sync badge of the top bar. */
export const syncBadge = (): Locator => page.getByRole('button', { name: /\. Show details$/ })

export async function waitUntilSynced(): Promise<void> {
  // An open dialog hides the badge from assistive technology, not from the eye.
  await expect.element(page.getByRole('button', { name: 'Synced. Show details', exact: true, includeHidden: true })).toBeInTheDocument()
}

export const ordersTable = (): Locator => page.getByRole('grid', { name: /^Orders/ })
export const customersTable = (): Locator => page.getByRole('grid', { name: 'Customers' })
/** The rows of the table that is shown, without the one of its headers. */
export const bodyRows = (table: Locator = page.getByRole('grid')): Locator => table.css('tbody tr')

/** The row of the orders or customers table that holds this text. */
export const rowWith = (text: string): Locator => page.getByRole('grid').getByRole('row').filter({ hasText: text })

/** An input by its exact name; labels of required fields end with a star, so `getByLabelText` would not match. */
export const field = (within: Within, name: string): Locator => within.getByRole('textbox', { name, exact: true })
export const choice = (within: Within, name: string): Locator => within.getByRole('combobox', { name, exact: true })
export const dialogOf = (name: string): Locator => page.getByRole('dialog', { name, exact: true })

/** The texts of what is found, in the order of the page, with single spaces. */
export const textsOf = (locator: Locator): string[] => locator.elements().map((element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim())

/** Chooses statuses in the filter of the orders: the last one by its words, those before it by their boxes. */
export async function filterStatus(...names: string[]): Promise<void> {
  await choice(page, 'Status').click()
  const option = (name: string): Locator => page.getByRole('listbox', { name: 'Status' }).getByRole('option', { name, exact: true })
  if (names.length === 1) return option(names[0] ?? '').click()
  for (const name of names) await option(name).css('[data-tick]').click()
  await userEvent.keyboard('{Escape}')
}

/** The one toast. */
export const toast = (): Locator => page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')

/** Closes the toast, which may lie over what is pressed next, once it is there. */
export async function closeToast(): Promise<void> {
  // The pointer on it keeps it from going by itself before the press.
  await toast().hover()
  await toast().getByRole('button', { name: 'Close' }).click()
  await expect.element(toast()).not.toBeInTheDocument()
}

/** Closes the drop-off checklist, which follows a new order. */
export async function closeChecklist(): Promise<void> {
  const checklist = page.getByRole('dialog', { name: 'Drop off Checklist' })
  await checklist.getByRole('button', { name: 'Done' }).click()
  await expect.element(checklist).not.toBeInTheDocument()
}

export async function chooseFlow(item: 'Create Customer+Order' | 'Create Customer' | 'Create Order'): Promise<void> {
  await page.getByRole('button', { name: 'New', exact: true }).click()
  // The items name their keys too: 'Create Order N'.
  await page.getByRole('menuitem', { name: new RegExp(`^${item.replace('+', '\\+')}( \\w)?$`) }).click()
}

export async function chooseFromUserMenu(item: string): Promise<void> {
  await page.getByRole('button', { name: /^Welcome, / }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Takes in a customer through the dialog, with or without a network. */
export async function takeInCustomer({ name, phone }: { name: string; phone: string }): Promise<void> {
  await userEvent.keyboard('c')
  const dialog = page.getByRole('dialog', { name: 'Add New Customer' })
  await field(dialog, 'Name').fill(name)
  await field(dialog, 'Phone').fill(phone)
  await dialog.getByRole('button', { name: 'Save Customer' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
}
