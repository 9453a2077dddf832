import type { Locator, Page } from '@playwright/test'
import { choice, chooseFlow, field, rowWith } from '#web/e2e/harness/fixtures.ts'
import type { Random } from '../demo/random.ts'
import type { Action, ActionKind, Ledger } from './ledger.ts'
import { type SoakDevice, wait } from './soak-device.ts'

/** A tab of one person in which an action is done. */
export type Scene = { device: SoakDevice; page: Page; random: Random; ledger: Ledger; onPress: () => void }

type Step = {
  kind: ActionKind
  target?: string
  value?: string
  /** The steps before the last press; they store nothing. */
  prepare: (action: Action) => Promise<void>
  press: () => Promise<void>
  /** The toast that confirms that the action is stored. */
  confirmed: RegExp
}

const statuses = ['In Progress', 'Waiting For Part', 'Fixed', 'Diagnosis'] as const
/** The seeded products, each with so many pieces that the counts never reach 0. */
export const products = ['Screw M3', 'Fan 40 mm', 'Fuse 2 A'] as const
export const seededCount = 100_000

/** Does one action and records how far it came. @throws when a step fails because of the chaos or of another person's deletion */
async function perform(scene: Scene, { kind, target, value, prepare, press, confirmed }: Step): Promise<Action | undefined> {
  const { device, page, ledger, onPress } = scene
  const action = ledger.begin(kind, device.person.name, { ...(target !== undefined && { target }), ...(value !== undefined && { value }) })
  await prepare(action)
  const since = device.countToasts()
  action.state = 'pressed'
  ledger.tell(action, `pressed in tab ${device.pages.indexOf(page) + 1}`)
  onPress()
  await press()
  const toast = await device.waitForToast(page, since, new RegExp(`${confirmed.source}|^Failed`))
  if (toast === undefined) throw new Error('no word of it')
  // Another person deleted the row that was open here: the app says so, and nothing is stored.
  if (toast.startsWith('Failed') && toast.includes('was deleted in the meantime')) throw new Error('its row was deleted')
  if (toast.startsWith('Failed')) {
    ledger.fault(`${device.person.name} was told “${toast}”\n${ledger.storyOf(action.mark)}`)
    return undefined
  }
  action.state = 'confirmed'
  ledger.tell(action, 'confirmed')
  return action
}

const phone = (random: Random): string => `555${random.between(1_000_000, 9_999_999)}`
const view = (page: Page, name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name }).click()
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

async function makeCustomer(scene: Scene): Promise<void> {
  const { page, random } = scene
  const dialog = dialogOf(page, 'Add New Customer')
  await perform(scene, {
    kind: 'customer',
    async prepare({ mark }) {
      await page.keyboard.press('c')
      await field(dialog, 'Name').fill(`Customer ${mark}`)
      await field(dialog, 'Phone').fill(phone(random))
    },
    press: () => (random.chance(0.5) ? page.keyboard.press('Enter') : dialog.getByRole('button', { name: 'Save Customer' }).click()),
    confirmed: /^Customer created successfully/,
  })
  await dialog.waitFor({ state: 'hidden' })
}

async function makeOrder(scene: Scene): Promise<void> {
  const { page, random } = scene
  await view(page, 'Orders')
  const dialog = dialogOf(page, 'Create Customer + Order')
  await perform(scene, {
    kind: 'order',
    async prepare({ mark }) {
      await chooseFlow(page, 'Create Customer+Order')
      await field(dialog, 'Name').fill(`Owner ${mark}`)
      await field(dialog, 'Phone').fill(phone(random))
      await field(dialog, 'Device Details').fill(`Item ${mark}`)
      await field(dialog, 'Issue Description').fill('Only hums')
    },
    press: () => dialog.getByRole('button', { name: 'Save Customer + Order' }).click(),
    confirmed: /^Customer and order created successfully/,
  })
  const checklist = dialogOf(page, 'Drop off Checklist')
  await checklist.getByRole('button', { name: 'Done' }).click()
  await checklist.waitFor({ state: 'hidden' })
}

/** Opens one of the newer orders by the search; undefined when this device does not show it. */
async function openOrder({ page, random, ledger }: Scene): Promise<{ mark: string; dialog: Locator } | undefined> {
  const marks = ledger.orders().slice(-8)
  if (marks.length === 0) return undefined
  const mark = random.pick(marks)
  await view(page, 'Orders')
  await page.getByRole('searchbox').fill(mark)
  const row = rowWith(page, `Item ${mark}`)
  const isShown = await row
    .waitFor({ timeout: 4_000 })
    .then(() => true)
    .catch(() => false)
  if (!isShown) return undefined
  await row.click()
  const dialog = dialogOf(page, 'Edit Order')
  await dialog.getByRole('heading', { name: 'Order Status History' }).waitFor()
  return { mark, dialog }
}

async function closeOrder(page: Page, dialog: Locator): Promise<void> {
  if (await dialog.isVisible()) await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
}

async function writeNote(scene: Scene): Promise<void> {
  const order = await openOrder(scene)
  if (order === undefined) return
  const { page } = scene
  const { mark: target, dialog } = order
  await perform(scene, {
    kind: 'note',
    target,
    async prepare({ mark }) {
      const notes = field(dialog, 'Order Notes')
      await notes.click()
      await notes.press('Control+End')
      if ((await notes.inputValue()) !== '') await page.keyboard.press('Enter')
      await page.keyboard.type(`Note ${mark}`)
    },
    press: () => dialog.getByRole('button', { name: 'Save Changes' }).click(),
    confirmed: /^Order updated successfully/,
  })
  await dialog.waitFor({ state: 'hidden' })
}

async function changeStatus(scene: Scene): Promise<void> {
  const order = await openOrder(scene)
  if (order === undefined) return
  const { mark: target, dialog } = order
  const select = choice(dialog, 'Order Status')
  const shown = await select.getByRole('option', { selected: true }).innerText()
  const value = scene.random.pick(statuses.filter((name) => name !== shown.trim()))
  await perform(scene, {
    kind: 'status',
    target,
    value,
    prepare: async () => void (await select.selectOption(value)),
    press: () => dialog.getByRole('button', { name: 'Save Changes' }).click(),
    confirmed: /^Order updated successfully/,
  })
  await dialog.waitFor({ state: 'hidden' })
}

async function addPayment(scene: Scene): Promise<void> {
  const order = await openOrder(scene)
  if (order === undefined) return
  const { page, random } = scene
  const { mark: target, dialog } = order
  const payments = dialog.getByRole('region', { name: 'Order Payments', exact: true })
  const adding = payments.getByRole('group', { name: 'Add Payment' })
  await perform(scene, {
    kind: 'payment',
    target,
    async prepare({ mark }) {
      await payments.getByRole('button', { name: 'Add Payment' }).click()
      await field(adding, 'Amount').fill(String(random.between(1, 400)))
      await field(adding, 'Description').fill(`Paid ${mark}`)
    },
    press: () => (random.chance(0.5) ? page.keyboard.press('Enter') : adding.getByRole('button', { name: 'Add Payment' }).click()),
    confirmed: /^Payment added successfully/,
  })
  await adding.waitFor({ state: 'hidden' })
  await closeOrder(page, dialog)
}

async function addOrderTask(scene: Scene): Promise<void> {
  const order = await openOrder(scene)
  if (order === undefined) return
  const { page } = scene
  const { mark: target, dialog } = order
  const adding = dialog.getByRole('region', { name: 'Order Tasks', exact: true }).getByRole('group', { name: 'Add a task' })
  await perform(scene, {
    kind: 'task',
    target,
    prepare: ({ mark }) => field(adding, 'New task').fill(`Task ${mark}`),
    press: () => field(adding, 'New task').press('Enter'),
    confirmed: /^Task added successfully/,
  })
  await closeOrder(page, dialog)
}

async function addShopTask(scene: Scene): Promise<void> {
  const { page } = scene
  await view(page, 'Tasks')
  const dialog = dialogOf(page, 'Add Shop Task')
  await perform(scene, {
    kind: 'task',
    async prepare({ mark }) {
      await page.getByRole('button', { name: 'Add Shop Task' }).click()
      await field(dialog, 'Description').fill(`Shop ${mark}`)
    },
    press: () => dialog.getByRole('button', { name: 'Create Task' }).click(),
    confirmed: /^Shop task added successfully/,
  })
  await dialog.waitFor({ state: 'hidden' })
}

/** Sets a product's count; each action uses a different number, by which the oracle recognises it. */
async function countStock(scene: Scene): Promise<void> {
  const { page, random, ledger } = scene
  const target = random.pick(products)
  await view(page, 'Inventory')
  await page.getByRole('treegrid').getByRole('row').filter({ hasText: target }).click()
  const dialog = dialogOf(page, 'Edit Product Inventory')
  const value = String(seededCount + (ledger.actions.length + 1) * 7)
  await perform(scene, {
    kind: 'stock',
    target,
    value,
    prepare: () => dialog.getByRole('spinbutton', { name: 'Inventory Count', exact: true }).fill(value),
    press: () => dialog.getByRole('button', { name: 'Update Product' }).click(),
    confirmed: /^Product updated successfully/,
  })
  await dialog.waitFor({ state: 'hidden' })
}

/** Deletes an order, and sometimes undoes that. */
async function deleteOrder(scene: Scene): Promise<void> {
  const { page, random, ledger } = scene
  if (ledger.orders().length < 3) return
  const order = await openOrder(scene)
  if (order === undefined) return
  const { mark: target, dialog } = order
  const deleted = await perform(scene, {
    kind: 'delete',
    target,
    prepare: () => dialog.getByRole('button', { name: 'Delete this Order' }).click(),
    press: () => dialog.getByRole('button', { name: 'Yes' }).click(),
    confirmed: /^Order deleted/,
  })
  if (deleted === undefined || random.chance(0.4)) return
  if (random.chance(0.5)) await wait(random.between(200, 2_000))
  await perform(scene, {
    kind: 'undo',
    target,
    prepare: () =>
      page
        .getByRole('region', { name: /^Notifications/ })
        .getByRole('button', { name: 'Undo' })
        .waitFor({ timeout: 2_000 }),
    press: () =>
      page
        .getByRole('region', { name: /^Notifications/ })
        .getByRole('button', { name: 'Undo' })
        .click(),
    confirmed: /^Order (restored|comes back)/,
  })
}

const actions: readonly [weight: number, action: (scene: Scene) => Promise<void>][] = [
  [4, makeCustomer],
  [5, makeOrder],
  [5, writeNote],
  [5, changeStatus],
  [5, addPayment],
  [3, addOrderTask],
  [2, addShopTask],
  [4, countStock],
  [2, deleteOrder],
]

/** Draws an action, weighted by how often people do it. */
export function drawAction(random: Random): (scene: Scene) => Promise<void> {
  let point = random.next() * actions.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, action] of actions) {
    point -= weight
    if (point < 0) return action
  }
  return makeCustomer
}
