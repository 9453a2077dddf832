import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe finds on the page as it is, once nothing moves: half-faded text would count as too pale. */
export async function findFaults(page: Page): Promise<{ id: string; help: string; where: string[] }[]> {
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))))
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.slice(0, 5).map(({ target }) => target.join(' ')) }))
}
