import type { Page } from '@playwright/test'
import { isTombstone } from '#schema/collection.ts'
import { drawPhoto } from '../harness/draw-photo.ts'
import { chooseFlow, closeChecklist, expect, field, rowWith, test, type TestShop } from '../harness/fixtures.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'

const editDialog = (page: Page) => page.getByRole('dialog', { name: 'Edit Order', exact: true })
const section = (page: Page, name: string) => editDialog(page).getByRole('region', { name, exact: true })

const choosePhotos = async (page: Page, names: readonly string[]): Promise<void> => {
  const files = []
  for (const name of names) files.push({ name: `${name}.jpg`, mimeType: 'image/jpeg', buffer: await drawPhoto(page, name) })
  await page.getByLabel('Photos and documents', { exact: true }).setInputFiles(files)
}

const signInForm = async (page: Page, name: string): Promise<void> => {
  const adding = page.getByRole('dialog', { name: 'Add New Order' })
  const signing = page.getByRole('dialog', { name: 'Sign at drop-off' })
  await adding.getByRole('button', { name: /^(Take signature|Sign again)$/ }).click()
  await field(signing, 'Name').fill(name)
  await signing.getByRole('button', { name: 'Sign with the name' }).click()
  await expect(signing.getByRole('img', { name: 'Signature, signed' })).toBeVisible()
  await signing.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(signing).toBeHidden()
  await expect(adding.getByText(`Signed by ${name}.`)).toBeVisible()
}

const files = async (shop: TestShop): Promise<Record<string, unknown>[]> => (await shop.api.pullAll('attachments')).filter((row) => !isTombstone(row))

test('photos and a signature taken offline survive a reload and reach the server, and another device shows them', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const orderId = await addOrder(shop, { customerId: await addCustomer(shop, { name: 'Paula Photo' }), itemDetails: 'Scratched radio' })
  const device = await newDevice(shop.person)
  const { page } = device
  await rowWith(page, 'Scratched radio').click()
  await expect(section(page, 'Photos')).toBeVisible()
  await section(page, 'Signatures').getByRole('button', { name: 'Sign at drop-off' }).click()
  const signing = page.getByRole('dialog', { name: 'Sign at drop-off' })
  await expect(field(signing, 'Name')).toHaveValue('Paula Photo')
  await signing.getByRole('button', { name: 'Cancel' }).click()

  await page.context().setOffline(true)
  await choosePhotos(page, ['red', 'blue'])
  await expect(section(page, 'Photos').getByRole('button', { name: /^Open / })).toHaveCount(2)
  await section(page, 'Signatures').getByRole('button', { name: 'Sign at drop-off' }).click()
  await signing.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(signing.getByRole('alert')).toHaveText(/Sign in the field/)
  await signing.getByRole('button', { name: 'Sign with the name' }).click()
  await signing.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(signing).toBeHidden()
  await expect(section(page, 'Signatures').getByRole('img', { name: 'Signature of Paula Photo' })).toBeVisible()
  expect(await files(shop)).toEqual([])

  await page.context().setOffline(false)
  await expect.poll(async () => (await files(shop)).map(({ isStored }) => isStored), { timeout: 30_000 }).toEqual([true, true, true])
  const kinds = (await files(shop)).map(({ kind, caption, orderId: of }) => `${String(kind)} ${String(caption)} ${of === orderId}`)
  expect(kinds.toSorted()).toEqual(['photo null true', 'photo null true', 'signature drop-off true'])

  const other = await newDevice(shop.person)
  await rowWith(other.page, 'Scratched radio').click()
  const pictures = section(other.page, 'Photos').locator('img')
  await expect(pictures).toHaveCount(2)
  await section(other.page, 'Photos')
    .getByRole('button', { name: /^Open red/ })
    .click()
  const viewer = other.page.getByRole('dialog', { name: 'red.jpg' })
  await expect(viewer.getByRole('img', { name: 'red.jpg' })).toBeVisible()
  await viewer.getByRole('group').press('ArrowRight')
  await expect(other.page.getByRole('dialog', { name: 'blue.jpg' })).toBeVisible()
})

test('photos and the signature of an order that is being typed are kept through a reload, and belong to the order once it is saved', async ({
  makeShop,
  newDevice,
}) => {
  const shop = await makeShop()
  await addCustomer(shop, { name: 'Ina Intake' })
  const { page } = await newDevice(shop.person)
  await chooseFlow(page, 'Create Order')
  const adding = page.getByRole('dialog', { name: 'Add New Order' })
  await field(adding, 'Device Details').fill('Draft radio')
  await choosePhotos(page, ['green'])
  await expect(adding.getByRole('button', { name: /^Open green.jpg/ })).toBeVisible()
  await signInForm(page, 'Somebody else')
  await signInForm(page, 'Ina herself')
  await page.reload()
  await chooseFlow(page, 'Create Order')
  await expect(adding.getByRole('button', { name: /^Open green.jpg/ })).toBeVisible()
  await expect(adding.getByRole('img', { name: 'Signature of Ina herself' })).toBeVisible()
  await adding
    .getByRole('combobox', { name: /Customer/ })
    .first()
    .click()
  await page.getByRole('option', { name: /Ina Intake/ }).click()
  await field(adding, 'Issue Description').fill('Scratched')
  await adding.getByRole('button', { name: 'Add Order', exact: true }).click()
  const checklist = page.getByRole('dialog', { name: 'Drop off Checklist' })
  await expect(checklist.getByText('Signed', { exact: true })).toBeVisible()
  await expect(checklist.getByRole('button', { name: 'Sign again at drop-off' })).toBeVisible()
  await closeChecklist(page)
  const stored = async () =>
    (await files(shop))
      .map(({ fileName, signedName, isStored }) => [String(fileName), signedName ?? null, isStored] as const)
      .toSorted(([one], [other]) => one.localeCompare(other))
  await expect.poll(stored, { timeout: 30_000 }).toEqual([
    ['green.jpg', null, true],
    ['signature-drop-off.png', 'Ina herself', true],
  ])
  const [order] = await shop.api.pullAll('orders')
  expect((await files(shop)).map(({ orderId }) => orderId)).toEqual([order?.['id'], order?.['id']])
})

test(
  'a signature alone keeps its form through a reload; discarding the form, or starting over, lets it go',
  { tag: '@long' },
  async ({ makeShop, newDevice }) => {
    const { person } = await makeShop()
    const { page } = await newDevice(person)
    const adding = page.getByRole('dialog', { name: 'Add New Order' })
    await chooseFlow(page, 'Create Order')
    await signInForm(page, 'Wanda Walk-in')
    await page.reload()
    await chooseFlow(page, 'Create Order')
    await expect(adding.getByText('Signed by Wanda Walk-in.')).toBeVisible()
    await adding.getByRole('button', { name: 'Start over' }).click()
    await adding.getByRole('button', { name: 'Discard' }).click()
    await expect(adding.getByText('Not signed.')).toBeVisible()

    await signInForm(page, 'Wanda again')
    await adding.getByRole('button', { name: 'Remove signature' }).click()
    await expect(adding.getByText('Not signed.')).toBeVisible()
    await signInForm(page, 'Wanda once more')
    await adding.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await expect(adding).toBeHidden()
    await chooseFlow(page, 'Create Order')
    await expect(adding.getByText('Not signed.')).toBeVisible()
    await adding.getByRole('button', { name: 'Cancel' }).click()
    await expect(adding).toBeHidden()
  },
)
