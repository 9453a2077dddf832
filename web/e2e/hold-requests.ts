import type { Page } from '@playwright/test'

/** Lets no request to such an address out until the answer is called; then all go on, late as on a bad line. */
export async function holdRequests(page: Page, address: string | RegExp): Promise<() => void> {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(address, async (route) => {
    await held
    // Whoever asked may have given up meanwhile.
    await route.continue().catch(() => undefined)
  })
  return release
}
