import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

type Fault = { id: string; help: string; where: string[] }

/** What axe finds on the page as it is, once nothing moves: half-faded text would count as too pale. */
export async function findFaults(page: Page, rules?: readonly string[]): Promise<Fault[]> {
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))))
  // There are no frames to look into, so no second page is needed to gather what they hold.
  const builder = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules === undefined ? builder : builder.withRules([...rules])).analyze()
  return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.slice(0, 5).map(({ target }) => target.join(' ')) }))
}

/** What the dark theme adds, which is only colours. Leaves the page light. */
export async function findFaultsOfDark(page: Page): Promise<Fault[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  const faults = await findFaults(page, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
  return faults
}
