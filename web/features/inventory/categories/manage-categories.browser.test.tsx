import { describe, expect, test } from 'vitest'
import { cdp, type Locator, page, userEvent } from 'vitest/browser'
import { renderShop } from '#web/testing/render-shop.tsx'
import { dialogOf, expectTexts, field, press, toast } from '#web/testing/screen.ts'
import { makeShop } from '#web/testing/shop-server.ts'
import { addStock, namesIn, parentsOf, readCategories, rowOf } from '#web/testing/stock.ts'

const manager = dialogOf('Manage Categories')
const zone = manager.getByRole('button', { name: 'Drop here to make a category top-level' })
const gripOf = (name: string): Locator => manager.getByRole('button', { name: `Move ${name}`, exact: true })
const buttonOf = (row: string, name: string): Locator => rowOf(manager, row).getByRole('button', { name: new RegExp(`^${name}\\b`) })
const expectNames = (names: readonly string[]): Promise<void> => expectTexts(namesIn(manager), names)

/** Runs `act` and waits for its toast, because rows change before the new toast replaces the old one. */
async function forItsToast(act: () => Promise<unknown>): Promise<void> {
  for (const former of toast().elements()) former.setAttribute('data-former', '')
  await act()
  await expect
    .poll(() =>
      toast()
        .elements()
        .some((element) => !element.hasAttribute('data-former')),
    )
    .toBe(true)
}

async function openManager() {
  const shop = makeShop()
  const app = await renderShop({ shop, at: `/${shop.id}/inventory`, seed: addStock })
  await page.getByRole('button', { name: 'Manage Categories' }).click()
  await expectNames(['Phones', 'Batteries', 'Screens', 'Tools'])
  return app
}

/** The element's centre in coordinates of the outer page, which receives the pointer events. */
function centreOf(locator: Locator): { x: number; y: number } {
  const { x, y, width, height } = locator.element().getBoundingClientRect()
  const frame = window.frameElement?.getBoundingClientRect() ?? { x: 0, y: 0 }
  return { x: frame.x + x + width / 2, y: frame.y + y + height / 2 }
}

type Touch = { send: (method: 'Input.dispatchTouchEvent', event: { type: string; touchPoints: { x: number; y: number }[] }) => Promise<unknown> }

describe('categories', () => {
  test('begin with one that is added', async () => {
    const shop = makeShop()
    await renderShop({ shop, at: `/${shop.id}/inventory` })
    await page.getByRole('button', { name: 'Manage Categories' }).click()
    await expect.element(manager.getByText('No Categories Yet')).toBeVisible()
    await manager.getByRole('button', { name: 'Add Root Category' }).click()
    await manager.getByRole('button', { name: 'Add', exact: true }).click()
    await expect.element(manager.getByText('Category name is required')).toBeVisible()
    await field(manager, 'Root category name').fill('Cases')
    await press('Enter')
    await expect.element(rowOf(manager, 'Cases')).toBeVisible()
    await addStock(shop)
    await expectNames(['Cases', 'Phones', 'Batteries', 'Screens', 'Tools'])
  })

  test('are moved by mouse, and never below themselves', async () => {
    const { shop } = await openManager()
    await forItsToast(() => userEvent.dragAndDrop(rowOf(manager, 'Batteries'), gripOf('Tools')))
    await expect.element(toast()).toMatchTextContent('Category moved successfully')
    await expectNames(['Phones', 'Screens', 'Tools', 'Batteries'])
    await forItsToast(() => userEvent.dragAndDrop(gripOf('Batteries'), zone))
    await expectNames(['Batteries', 'Phones', 'Screens', 'Tools'])
    await expect.poll(() => parentsOf(shop)).toMatchObject({ Batteries: null, Screens: 'Phones' })
    await forItsToast(() => userEvent.dragAndDrop(rowOf(manager, 'Phones'), gripOf('Screens')))
    await expect.element(toast()).toMatchTextContent('Invalid Move')
    await expect.element(toast()).toMatchTextContent('Cannot move a category to be a child of its own descendant')
  })

  test('are moved by a finger on the grip', async () => {
    await openManager()
    const touch = cdp() as unknown as Touch
    const [from, to] = [centreOf(gripOf('Batteries')), centreOf(gripOf('Tools'))]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
    for (const part of [0.25, 0.5, 0.75, 1])
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: from.x, y: from.y + (to.y - from.y) * part }] })
    await forItsToast(() => touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }))
    await expectNames(['Phones', 'Screens', 'Tools', 'Batteries'])
  })

  test('are moved by keys: Space picks up, arrows choose, Enter puts down; above the first row lies the top level', async () => {
    await openManager()
    const said = manager.getByRole('status').first()
    const pickUp = async (): Promise<void> => {
      await press('Space', rowOf(manager, 'Tools'))
      await expect.element(said).toMatchTextContent('Tools is picked up.')
    }
    await pickUp()
    await press('Home')
    await press('Escape')
    await expect.element(said).toMatchTextContent('Tools stays where it is.')
    await pickUp()
    await press('Home')
    await forItsToast(() => press('Enter'))
    await expectNames(['Phones', 'Batteries', 'Screens', 'Tools'])
    await expect.element(rowOf(manager, 'Tools')).toHaveAttribute('aria-level', '2')
    await pickUp()
    await press('Home')
    await press('ArrowUp')
    await expect.element(zone).toHaveFocus()
    await forItsToast(() => press('Enter'))
    await expect.element(rowOf(manager, 'Tools')).toHaveAttribute('aria-level', '1')
  })

  test('are moved by the buttons Child and Parent, which can be undone, and copied and pasted without a network', async () => {
    const app = await openManager()
    await forItsToast(() => buttonOf('Tools', 'Child').click())
    await expect.element(rowOf(manager, 'Tools')).toHaveAttribute('aria-level', '2')
    await forItsToast(() => buttonOf('Tools', 'Parent').click())
    await expect.element(rowOf(manager, 'Tools')).toHaveAttribute('aria-level', '1')
    await forItsToast(() => buttonOf('Screens', 'Parent').click())
    await expect.element(rowOf(manager, 'Screens')).toHaveAttribute('aria-level', '1')
    await toast().getByRole('button', { name: 'Undo' }).click()
    await expect.element(rowOf(manager, 'Screens')).toHaveAttribute('aria-level', '2')

    await buttonOf('Tools', 'Paste').click()
    await expect.element(toast()).toMatchTextContent('Nothing to paste')
    await expect.element(toast()).toMatchTextContent('Please copy a category first')
    await buttonOf('Phones', 'Copy').click()
    app.goOffline()
    await buttonOf('Tools', 'Paste').click()
    await expect.element(toast()).toMatchTextContent('Categories Pasted')
    await expectNames(['Phones', 'Batteries', 'Screens', 'Tools', 'Phones'])
    await app.goOnline()
    await expect.poll(async () => (await readCategories(app.shop)).length).toBe(7)
  })
})
