import type { Page } from '@playwright/test'
import { toast } from './fixtures.ts'

/** Runs `act` and waits for its own toast: rows change before the new toast replaces the previous one. */
export async function waitForItsToast(page: Page, act: () => Promise<unknown>): Promise<void> {
  await toast(page).evaluateAll((items) => items.forEach((item) => item.setAttribute('data-former', '')))
  await act()
  await toast(page).and(page.locator(':not([data-former])')).waitFor()
}
