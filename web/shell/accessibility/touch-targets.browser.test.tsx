import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderShop } from '#web/testing/render-shop.tsx'
import { addOrders } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'

const smallControls = (): string[] =>
  [...document.querySelectorAll('button, a[href], select, input')]
    // Clipped elements are for screen readers only.
    .filter((element) => getComputedStyle(element).clipPath === 'none' && element.closest('.sr-only') === null)
    .map((element) => ({
      name: element.getAttribute('aria-label') ?? element.textContent,
      // The label around a checkbox takes its taps.
      box: (element.matches('[type="checkbox"]') ? (element.closest('label') ?? element) : element).getBoundingClientRect(),
    }))
    .filter(({ box }) => box.width > 1 && box.height > 1 && box.height < 43.5)
    .map(({ name, box }) => `${name} ${Math.round(box.height)}`)

test('no view scrolls sideways, and what is pressed is 44 pixels high, from a phone to a desktop', async () => {
  const shop = makeShop()
  await addOrders(shop, 30)
  const app = await renderShop({ shop })
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1024, 768],
    [1440, 900],
  ] as const) {
    await page.viewport(width, height)
    for (const tab of ['orders', 'customers']) {
      await app.goTo(`/${shop.id}/${tab}`)
      await expect.element(page.getByText(/Showing 1-/)).toBeVisible()
      const { scrollWidth, clientWidth } = document.documentElement
      expect({ width, tab, overflow: scrollWidth - clientWidth, small: smallControls() }).toEqual({ width, tab, overflow: 0, small: [] })
    }
  }
})
