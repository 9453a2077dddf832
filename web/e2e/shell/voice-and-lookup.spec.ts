import type { Page } from '@playwright/test'
import { createOp } from '#scripts/process-tests/api-client.ts'
import { expect, field, test, toast, type TestShop } from '../harness/fixtures.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'

type FakeSpeech = { say: (text: string) => void; fail: (error: string) => void; langs: string[] }

// Runs inside the page, in place of the browser's own recogniser.
function installSpeech(): void {
  type Recognition = { lang: string; onresult: ((event: unknown) => void) | null; onerror: ((event: unknown) => void) | null; onend: (() => void) | null }
  let current: Recognition | undefined
  const langs: string[] = []
  function FakeRecognition() {
    const recognition: Recognition & { start: () => void; stop: () => void } = {
      lang: '',
      onresult: null,
      onerror: null,
      onend: null,
      start: () => {
        current = recognition
        langs.push(recognition.lang)
      },
      stop: () => {
        current = undefined
        recognition.onend?.()
      },
    }
    return recognition
  }
  const speech: FakeSpeech = {
    say: (transcript) => current?.onresult?.({ resultIndex: 0, results: [Object.assign([{ transcript }], { isFinal: true })] }),
    fail: (error) => {
      const failing = current
      failing?.onerror?.({ error })
      failing?.onend?.()
    },
    langs,
  }
  Object.assign(window, { SpeechRecognition: FakeRecognition, speech })
}

const say = (page: Page, text: string) => page.evaluate((spoken) => (window as unknown as { speech: FakeSpeech }).speech.say(spoken), text)
const fail = (page: Page, error: string) => page.evaluate((name) => (window as unknown as { speech: FakeSpeech }).speech.fail(name), error)
const orderDialog = (page: Page) => page.getByRole('dialog', { name: 'Edit Order' })

async function openOrder(page: Page, shop: TestShop): Promise<void> {
  const orderId = await addOrder(shop, { customerId: await addCustomer(shop, { name: 'Vera Voice' }), itemDetails: 'Voice radio' })
  await page.goto(`${shop.path}/order/${orderId}`)
  await expect(field(orderDialog(page), 'Device Details')).toHaveValue('Voice radio')
}

test.describe('voice input', () => {
  test('puts what is said behind what stands there, clears on command, and listens in one field at a time', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const { page } = await newDevice(shop.person)
    await page.context().addInitScript(installSpeech)
    await openOrder(page, shop)
    const dialog = orderDialog(page)
    const names = ['Device Details', 'Issue Description', 'Additional Requests', 'Order Notes']
    await expect(dialog.getByRole('button', { name: /^Dictate / })).toHaveCount(names.length)
    const issue = field(dialog, 'Issue Description')
    await dialog.getByRole('button', { name: 'Dictate Issue Description' }).click()
    await expect(dialog.getByRole('button', { name: 'Stop dictating Issue Description' })).toBeVisible()
    await say(page, 'and the knob is loose')
    await expect(issue).toHaveValue('Does not start and the knob is loose')
    await say(page, 'Clear text.')
    await expect(issue).toHaveValue('')
    await say(page, 'hums')
    await say(page, 'empty the text')
    await expect(issue).toHaveValue('')

    await dialog.getByRole('button', { name: 'Dictate Order Notes' }).click()
    await expect(dialog.getByRole('button', { name: /^Stop dictating/ })).toHaveCount(1)
    await say(page, 'call before noon')
    await expect(field(dialog, 'Order Notes')).toHaveValue('call before noon')
    await dialog.getByRole('button', { name: 'Stop dictating Order Notes' }).click()
    await expect(dialog.getByRole('button', { name: /^Stop dictating/ })).toHaveCount(0)
    expect(await page.evaluate(() => (window as unknown as { speech: FakeSpeech }).speech.langs)).toEqual(['en-US', 'en-US'])
    // What was said is typed text like any other.
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog', { name: 'Discard what you typed?' })).toBeVisible()
  })

  test('says when it fails and can be tried again, and is not there where the browser has none', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const { page } = await newDevice(shop.person)
    await page.context().addInitScript(installSpeech)
    await openOrder(page, shop)
    const dictate = orderDialog(page).getByRole('button', { name: /^Dictate / })
    await dictate.first().click()
    await fail(page, 'not-allowed')
    await expect(toast(page)).toContainText('Voice Recognition Error')
    await expect(toast(page)).toContainText('Could not capture voice input.')
    for (const error of ['network', 'service-not-allowed']) {
      await expect(dictate).toHaveCount(4)
      await dictate.first().click()
      await fail(page, error)
    }
    await expect(dictate).toHaveCount(4)
    // The next try finds the service.
    await dictate.first().click()
    await say(page, 'and a dent')
    await expect(field(orderDialog(page), 'Device Details')).toHaveValue('Voice radio and a dent')
    await field(orderDialog(page), 'Device Details').fill('Voice radio')

    await page.context().addInitScript(() => Object.assign(window, { SpeechRecognition: undefined, webkitSpeechRecognition: undefined }))
    await page.reload()
    await expect(field(orderDialog(page), 'Device Details')).toHaveValue('Voice radio')
    await expect(dictate).toHaveCount(0)
  })

  test('its button does not make the line of the label higher', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const { page } = await newDevice(shop.person)
    await openOrder(page, shop)
    const heightOf = (label: string) =>
      orderDialog(page)
        .getByText(label, { exact: true })
        .evaluate((element) => element.closest('label')?.parentElement?.getBoundingClientRect().height)
    await expect(orderDialog(page).getByRole('button', { name: 'Dictate Order Notes' })).toBeVisible()
    expect(await heightOf('Order Notes')).toBe(await heightOf('Quoted Cost'))
  })
})

test('the inventory is looked up by words over the category path or along the tree, and what is chosen goes behind the device details', async ({
  makeShop,
  newDevice,
}) => {
  const shop = await makeShop()
  const { page } = await newDevice(shop.person)
  await openOrder(page, shop)
  const dialog = orderDialog(page)
  await dialog.getByRole('button', { name: 'Inventory search' }).click()
  await expect(dialog.getByText('No inventory hierarchy available')).toBeVisible()

  const phones = createOp('categories', { name: 'Phones' })
  const screens = createOp('categories', { name: 'Screens', parentId: phones.id })
  const tablets = createOp('categories', { name: 'Tablets' })
  await shop.api.write(shop.id, [
    phones,
    screens,
    tablets,
    createOp('products', { name: 'Display 12', categoryHierarchyId: screens.id, inventoryCount: 3, salePrice: 79.5, sku: 'DSP-12' }),
    createOp('products', { name: 'Display 13', categoryHierarchyId: screens.id, inventoryCount: 0 }),
    createOp('products', { name: 'Display 10', categoryHierarchyId: tablets.id, inventoryCount: 2 }),
    createOp('products', { name: 'Display 11', categoryHierarchyId: screens.id, inventoryCount: 9, archived: true }),
  ])
  // Along the tree.
  await dialog.getByRole('button', { name: /^Phones/ }).click()
  await dialog.getByRole('button', { name: /^Screens/ }).click()
  await expect(dialog.getByRole('button', { name: /^Display 12/ })).toContainText('3 in stock')
  await expect(dialog.getByRole('button', { name: /^Display 12/ })).toContainText('$79.50')

  // All words, wherever on the path they stand.
  const search = dialog.getByRole('searchbox', { name: 'Search the inventory by category and product' })
  const found = dialog.getByRole('list', { name: 'Products found' }).getByRole('listitem')
  await search.fill('display phones')
  await expect(found).toContainText(['Display 12', 'Display 13'])
  await search.fill('phones dsp-12')
  await expect(found).toHaveCount(1)
  await search.fill('phones tablets')
  await expect(dialog.getByText('No product has all of these words.')).toBeVisible()
  await search.fill('screens 12')
  await search.press('Enter')
  await expect(dialog).toBeVisible()
  await found.getByRole('button').click()
  await expect(field(dialog, 'Device Details')).toHaveValue(/^Voice radio\nPhones .* Display 12$/)
  await expect(dialog.getByText(/^Added to Device Details: /)).toBeVisible()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page)).toContainText('Order updated successfully')
  await expect
    .poll(() => shop.api.read<unknown[]>(`/api/${shop.id}/orders`))
    .toEqual([expect.objectContaining({ itemDetails: expect.stringContaining('Display 12') })])
})
