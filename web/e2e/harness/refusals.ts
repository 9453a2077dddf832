import type { Page, Route } from '@playwright/test'
import { expect, syncBadge } from './fixtures.ts'

export const attention = (page: Page) => page.getByRole('dialog', { name: 'Sync' }).getByRole('region', { name: 'Needs attention' })

export async function openAttention(page: Page, count: number): Promise<void> {
  await expect(syncBadge(page)).toHaveAccessibleName(`Needs attention (${count}). Show details`, { timeout: 60_000 })
  await syncBadge(page).click()
  await expect(attention(page).getByRole('article')).toHaveCount(count)
}

/** Changes the body of every push until the returned function is called, to simulate an app of another version that checks less. */
export async function changePushes(page: Page, change: (text: string) => string): Promise<() => Promise<void>> {
  const pattern = /\/api\/sync\/push/
  await page.context().route(pattern, (route: Route) => route.continue({ postData: change(route.request().postData() ?? '') }))
  return () => page.context().unroute(pattern)
}
