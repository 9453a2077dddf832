import type { Page } from '@playwright/test'
import { toast } from './fixtures.ts'

/** Does something that tells by a toast, and waits for that one: rows show a change before its toast takes the place of the former one. */
export async function waitForItsToast(page: Page, act: () => Promise<unknown>): Promise<void> {
  await toast(page).evaluateAll((items) => items.forEach((item) => item.setAttribute('data-former', '')))
  await act()
  await toast(page).and(page.locator(':not([data-former])')).waitFor()
}
