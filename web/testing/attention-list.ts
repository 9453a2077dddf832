import { expect } from 'vitest'
import { page, type Locator } from 'vitest/browser'

export const attention = (): Locator => page.getByRole('dialog', { name: 'Sync' }).getByRole('region', { name: 'Needs attention' })

export async function openAttention(count: number): Promise<void> {
  await page.getByRole('button', { name: `Needs attention (${count}). Show details`, exact: true }).click()
  await expect.poll(() => attention().getByRole('article').elements().length).toBe(count)
}
