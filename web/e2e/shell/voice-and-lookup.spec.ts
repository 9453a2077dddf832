import type { Page } from '@playwright/test'
import { createOp } from '#scripts/process-tests/api-client.ts'
import { expect, field, test, toast, type TestShop } from '../harness/fixtures.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'

type FakeSpeech = { say: (text: string) => void }

// Runs inside the page, in place of the browser's own recogniser.
function installSpeech(): void {
  type Recognition = { onresult: ((event: unknown) => void) | null }
  let current: Recognition | undefined
  function FakeRecognition() {
    const recognition: Recognition & { start: () => void; stop: () => void } = {
      onresult: null,
      start: () => {
        current = recognition
      },
      stop: () => {
        current = undefined
      },
    }
    return recognition
  }
  const speech: FakeSpeech = {
    say: (transcript) => current?.onresult?.({ resultIndex: 0, results: [Object.assign([{ transcript }], { isFinal: true })] }),
  }
  Object.assign(window, { SpeechRecognition: FakeRecognition, speech })
}

const say = (page: Page, text: string) => page.evaluate((spoken) => (window as unknown as { speech: FakeSpeech }).speech.say(spoken), text)
const orderDialog = (page: Page) => page.getByRole('dialog', { name: 'Edit Order' })

async function openOrder(page: Page, shop: TestShop): Promise<void> {
  const orderId = await addOrder(shop, { customerId: await addCustomer(shop, { name: 'Vera Voice' }), itemDetails: 'Voice radio' })
  await page.goto(`${shop.path}/order/${orderId}`)
  await expect(field(orderDialog(page), 'Device Details')).toHaveValue('Voice radio')
}

// The button itself is tested in web/voice/voice-button.browser.test.tsx.
test('the four texts of an order take dictation, and what was said is typed text like any other', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const { page } = await newDevice(shop.person, { isAlone: true })
  await page.context().addInitScript(installSpeech)
  await openOrder(page, shop)
  const dialog = orderDialog(page)
  for (const name of ['Device Details', 'Issue Description', 'Additional Requests', 'Order Notes'])
    await expect(dialog.getByRole('button', { name: `Dictate ${name}`, exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Dictate Issue Description' }).click()
  await expect(dialog.getByRole('button', { name: 'Stop dictating Issue Description' })).toBeVisible()
  await say(page, 'and the knob is loose')
  await expect(field(dialog, 'Issue Description')).toHaveValue('Does not start and the knob is loose')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog', { name: 'Discard what you typed?' })).toBeVisible()
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
  // By the tree of categories.
  await dialog.getByRole('button', { name: /^Phones/ }).click()
  await dialog.getByRole('button', { name: /^Screens/ }).click()
  await expect(dialog.getByRole('button', { name: /^Display 12/ })).toContainText('3 in stock')
  await expect(dialog.getByRole('button', { name: /^Display 12/ })).toContainText('$79.50')

  // By words, each of which must be somewhere on the path or in the product.
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
