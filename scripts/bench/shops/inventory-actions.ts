import type { Page } from '@playwright/test'
import { firstCategories, markedProduct } from './full-stock.ts'
import { searchBox, showView, viewTab, type ViewAction } from './view-actions.ts'

const tree = (label: string): string => `[role="treegrid"][aria-label="${label}"]`
const inventory = { kind: 'content', selector: tree('Inventory') } as const

async function showTree(page: Page, search = ''): Promise<void> {
  await showView(page, 'Inventory')
  if ((await searchBox(page).inputValue()) !== search) await searchBox(page).fill(search)
  await page
    .locator(`${tree('Inventory')} [role="row"]`)
    .first()
    .waitFor()
}

async function showCollapsedTree(page: Page): Promise<void> {
  await showTree(page)
  const collapse = page.getByRole('button', { name: 'Collapse all' })
  if (await collapse.isVisible()) await collapse.click()
}

const manager = (page: Page) => page.getByRole('dialog', { name: 'Manage Categories' })
const gripOf = (page: Page, name: string) => manager(page).getByRole('button', { name: `Move ${name}`, exact: true })

/** Opens the manager without a network, because the mark of an unsent change would disappear during the measurement. */
async function showManager(page: Page): Promise<void> {
  await page.context().setOffline(true)
  if (!(await manager(page).isVisible())) {
    await showTree(page)
    await page.getByRole('button', { name: 'Manage Categories' }).click()
  }
  await gripOf(page, firstCategories.moved).waitFor()
  const back = manager(page).getByRole('button', { name: `Parent: put ${firstCategories.moved} beside its parent` })
  if ((await back.getAttribute('aria-disabled')) !== 'true') await back.click()
  await manager(page)
    .locator('[role="row"][aria-level="1"]')
    .filter({ has: page.getByRole('button', { name: `Move ${firstCategories.moved}`, exact: true }) })
    .waitFor()
}

async function dragToTarget(page: Page): Promise<void> {
  const centres = []
  for (const name of [firstCategories.moved, firstCategories.target]) {
    const box = await gripOf(page, name).boundingBox()
    if (box === null) throw new Error(`${name} is not in sight`)
    centres.push({ x: box.x + box.width / 2, y: box.y + box.height / 2 })
  }
  const [from, to] = centres
  if (from === undefined || to === undefined) return
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 5 })
  await page.mouse.up()
}

const productDialog = (page: Page) => page.getByRole('dialog', { name: 'Edit Product Inventory' })

async function typeCount(page: Page, count: number): Promise<void> {
  await page
    .locator(`${tree('Inventory')} [role="row"]`)
    .filter({ hasText: markedProduct.name })
    .click()
  await productDialog(page).getByRole('spinbutton', { name: 'Inventory Count' }).fill(String(count))
}

const saveProduct = (page: Page) => productDialog(page).getByRole('button', { name: 'Update Product' }).click()

export const inventoryActions: readonly ViewAction[] = [
  {
    name: 'open',
    what: 'Inventory: click to painted rows',
    event: 'click',
    shown: inventory,
    prepare: async (page) => {
      await showCollapsedTree(page)
      await showView(page, 'Customers')
    },
    action: (page) => viewTab(page, 'Inventory').click(),
  },
  {
    name: 'search',
    what: 'Inventory: search for “display” to its painted answer',
    event: 'input',
    shown: inventory,
    prepare: showCollapsedTree,
    action: (page) => searchBox(page).fill('display'),
  },
  {
    name: 'expand',
    what: 'Inventory: expand all',
    event: 'click',
    shown: inventory,
    prepare: showCollapsedTree,
    action: (page) => page.getByRole('button', { name: 'Expand all' }).click(),
  },
  {
    name: 'count',
    what: 'Inventory, offline: the count of a product saved to the painted row',
    event: 'click',
    shown: inventory,
    prepare: async (page) => {
      await page.context().setOffline(true)
      await showTree(page, markedProduct.name)
      await typeCount(page, markedProduct.inventoryCount - 1)
      await saveProduct(page)
      await productDialog(page).waitFor({ state: 'hidden' })
      await typeCount(page, markedProduct.inventoryCount)
    },
    action: saveProduct,
  },
  {
    name: 'drag',
    what: 'Manage Categories, offline: a category let go over another to its painted place',
    event: 'pointerup',
    shown: { kind: 'content', selector: tree('Categories') },
    prepare: showManager,
    action: dragToTarget,
  },
]
