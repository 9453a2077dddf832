import { expect } from 'vitest'
import { locators, page, userEvent, type Locator, type LocatorSelectors } from 'vitest/browser'

// The e2e tests' finders (`web/e2e/harness/fixtures.ts`), by the same names, for component tests.

declare module 'vitest/browser' {
  interface LocatorSelectors {
    css: (selector: string) => Locator
  }
}

locators.extend({ css: (selector) => `css=${selector}` })

export type Within = LocatorSelectors

/** Presses keys in Playwright's notation, `Control+Enter`, on the focused or the given element. */
export async function press(keys: string, on?: Locator): Promise<void> {
  if (on !== undefined) {
    await expect.element(on).toBeInTheDocument()
    ;(on.element() as HTMLElement).focus()
  }
  // `{/` releases a key.
  const keyByName: Record<string, string> = { Space: ' ', ControlOrMeta: 'Control', '/': '\\/' }
  const names = keys.split('+').map((name) => keyByName[name] ?? name)
  const [key = '', ...held] = names.reverse()
  await userEvent.keyboard(`${held.map((name) => `{${name}>}`).join('')}{${key}}${held.map((name) => `{/${name}}`).join('')}`)
}

/** Waits for these texts, in page order; as Playwright's `toHaveText` with a list. */
export async function expectTexts(found: Locator, expected: readonly (string | RegExp)[]): Promise<void> {
  await expect.poll(() => textsOf(found)).toEqual(expected.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))))
}

/** The same with substrings, as `toContainText` with a list. */
export async function expectTextsContaining(found: Locator, expected: readonly string[]): Promise<void> {
  await expect.poll(() => textsOf(found)).toEqual(expected.map((text) => expect.stringContaining(text)))
}

export async function expectCount(found: Locator, count: number): Promise<void> {
  await expect.poll(() => found.elements().length).toBe(count)
}

/** As Playwright's `toHaveURL`, for path and search. */
export async function expectAddress(expected: string | RegExp): Promise<void> {
  const address = (): string => window.location.pathname + window.location.search
  if (typeof expected === 'string') await expect.poll(address).toBe(expected)
  else await expect.poll(address).toMatch(expected)
}

export const syncBadge = (): Locator => page.getByRole('button', { name: /\. Show details$/ })

export async function waitUntilSynced(): Promise<void> {
  // An open dialog hides the badge from assistive technology.
  await expect.element(page.getByRole('button', { name: 'Synced. Show details', exact: true, includeHidden: true })).toBeInTheDocument()
}

export const ordersTable = (): Locator => page.getByRole('grid', { name: /^Orders/ })
export const customersTable = (): Locator => page.getByRole('grid', { name: 'Customers' })
export const bodyRows = (table: Locator = page.getByRole('grid')): Locator => table.css('tbody tr')

/** Also a row behind an open dialog, so that nothing seems gone while it is only hidden. */
export const rowWith = (text: string): Locator =>
  page.getByRole('grid', { includeHidden: true }).getByRole('row', { includeHidden: true }).filter({ hasText: text })

/** By exact name: a required field's label ends with a star, so `getByLabelText` would not match. */
export const field = (within: Within, name: string): Locator => within.getByRole('textbox', { name, exact: true })
export const choice = (within: Within, name: string): Locator => within.getByRole('combobox', { name, exact: true })
export const dialogOf = (name: string): Locator => page.getByRole('dialog', { name, exact: true })

export const textsOf = (locator: Locator): string[] => locator.elements().map((element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim())

/** Shows the two fields of a filter by days. */
export async function showDayFields(filter: string): Promise<void> {
  await choice(page, filter).selectOptions('Custom…')
}

export async function chooseFromListMenu(item: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Selects statuses in the orders' filter: the last by its text, the others by their checkboxes. */
export async function filterStatus(...names: string[]): Promise<void> {
  await choice(page, 'Status').click()
  const option = (name: string): Locator => page.getByRole('listbox', { name: 'Status' }).getByRole('option', { name, exact: true })
  if (names.length === 1) return option(names[0] ?? '').click()
  for (const name of names) await option(name).css('[data-tick]').click()
  await userEvent.keyboard('{Escape}')
}

export const toast = (): Locator => page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')

export async function closeToast(): Promise<void> {
  // Hovering keeps it from closing before the click.
  await toast().hover()
  await toast().getByRole('button', { name: 'Close' }).click()
  await expect.element(toast()).not.toBeInTheDocument()
}

export async function closeChecklist(): Promise<void> {
  const checklist = page.getByRole('dialog', { name: 'Drop off Checklist' })
  await checklist.getByRole('button', { name: 'Done' }).click()
  await expect.element(checklist).not.toBeInTheDocument()
}

export async function chooseFlow(item: 'Create Customer+Order' | 'Create Customer' | 'Create Order'): Promise<void> {
  await page.getByRole('button', { name: 'New', exact: true }).click()
  // The items' names include their keys: 'Create Order N'.
  await page.getByRole('menuitem', { name: new RegExp(`^${item.replace('+', '\\+')}( \\w)?$`) }).click()
}

export async function chooseFromUserMenu(item: string): Promise<void> {
  await page.getByRole('button', { name: /^Welcome, / }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

export async function takeInCustomer({ name, phone }: { name: string; phone: string }): Promise<void> {
  await userEvent.keyboard('c')
  const dialog = page.getByRole('dialog', { name: 'Add New Customer' })
  await field(dialog, 'Name').fill(name)
  await field(dialog, 'Phone').fill(phone)
  await dialog.getByRole('button', { name: 'Save Customer' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
}
