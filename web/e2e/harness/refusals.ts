import type { Page } from '@playwright/test'
import { expect, syncBadge } from './fixtures.ts'

export const attention = (page: Page) => page.getByRole('dialog', { name: 'Sync' }).getByRole('region', { name: 'Needs attention' })

export async function openAttention(page: Page, count: number): Promise<void> {
  await expect(syncBadge(page)).toHaveAccessibleName(`Needs attention (${count}). Show details`, { timeout: 60_000 })
  await syncBadge(page).click()
  await expect(attention(page).getByRole('article')).toHaveCount(count)
}
