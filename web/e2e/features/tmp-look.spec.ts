import { test } from '../harness/fixtures.ts'

test('look', async ({ makeShop, newDevice }) => {
  const shop = await makeShop({ generatedOrders: 400 })
  for (const [name, width, height] of [
    ['wide', 1280, 800],
    ['port', 768, 1024],
    ['phone', 390, 844],
  ] as const) {
    const { page } = await newDevice(shop.person, { at: shop.path, context: { viewport: { width, height }, hasTouch: width < 1000 } })
    page.on('console', (m) => {
      if (m.type() === 'error' || m.type() === 'warning') console.log(name, m.text())
    })
    page.on('pageerror', (e) => console.log(name, 'ERR', e.message))
    await page.getByRole('button', { name: 'Show as board' }).click()
    await page.waitForTimeout(1500)
    await page.screenshot({ path: `/tmp/b4/board-${name}.png` })
    console.log(name, page.url(), await page.locator('[data-card]').count())
    if (width === 1280) {
      const card = page.locator('[data-column] [data-card]').first()
      const box = await card.boundingBox()
      const other = await page.locator('[data-column]').nth(2).boundingBox()
      if (box && other) {
        await page.mouse.move(box.x + 40, box.y + 40)
        await page.mouse.down()
        await page.mouse.move(box.x + 80, box.y + 60, { steps: 5 })
        await page.mouse.move(other.x + 100, other.y + 300, { steps: 10 })
        await page.waitForTimeout(300)
        await page.emulateMedia({ colorScheme: 'dark' })
        await page.screenshot({ path: `/tmp/b4/board-drag.png` })
        await page.mouse.up()
        await page.waitForTimeout(700)
        await page.screenshot({ path: `/tmp/b4/board-dropped.png` })
      }
      await page.goBack()
      await page.waitForTimeout(400)
      console.log('back', page.url())
      await page.goForward()
      await page.waitForTimeout(400)
      console.log('fwd', page.url())
    }
    await page.context().close()
  }
})
