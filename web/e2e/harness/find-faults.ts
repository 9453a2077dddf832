import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

type Fault = { id: string; help: string; where: string[] }

/** Axe's findings once animations have ended, because half-faded text counts as low contrast. */
export async function findFaults(page: Page, rules?: readonly string[]): Promise<Fault[]> {
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))))
  // Legacy mode skips the second page that collects results from frames; there are none.
  const builder = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules === undefined ? builder : builder.withRules([...rules])).analyze()
  return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.slice(0, 5).map(({ target }) => target.join(' ')) }))
}

/** Axe's findings about colours in the dark theme. Leaves the page light. */
export async function findFaultsOfDark(page: Page): Promise<Fault[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  const faults = await findFaults(page, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
  return faults
}
