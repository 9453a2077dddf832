import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Privilege } from '#schema/privileges.ts'
import { renderOnDevice } from '#web/testing/render-on-device.tsx'
import { createOp } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'
import { OnlineWork } from '../online/online-work.tsx'
import { TaxesDialog } from './taxes-dialog.tsx'

async function openDialog({
  privileges = ['view_shop_setting'],
  rates = [],
}: {
  privileges?: readonly Privilege[]
  rates?: { name: string; percent: number }[]
}) {
  const shop = makeShop({ privileges, profile: { country: 'DE' } })
  await shop.api.write(
    shop.id,
    rates.map((rate) => createOp('tax_rates', { isDefault: true, ...rate })),
  )
  const saved: unknown[] = []
  const shown = shop.server.shops.get(shop.id) ?? expect.fail()
  const { screen, device } = await renderOnDevice(
    <OnlineWork>
      <TaxesDialog shop={shown} onClose={() => undefined} />
    </OnlineWork>,
    { shop, collections: ['tax_rates'], rest: { 'PUT /api/*/profile': ({ body }) => void saved.push(body) } },
  )
  const held = async () =>
    (await device.rows.list('tax_rates', shop.id))
      .toSorted((one, other) => other.percent - one.percent)
      .map(({ name, percent, category, isDefault, archived }) => ({ name, percent, category, isDefault, archived }))
  return { dialog: screen.getByRole('dialog', { name: 'Taxes and Money' }), screen, saved, held }
}

test('the mode is saved with the shop, and the usual rates of its country are proposed and changeable before they are added (TAX-01)', async () => {
  await page.viewport(390, 844)
  const { dialog, screen, saved, held } = await openDialog({})
  await expect.element(dialog.getByText(/^Usual in Germany in September 2025/)).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Taxes' }).selectOptions('Prices with tax')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect.poll(() => saved).toEqual([{ taxMode: 'inclusive' }])
  await dialog.getByRole('button', { name: 'USt. 19%' }).click()
  const add = screen.getByRole('dialog', { name: 'Add Tax Rate' })
  await expect.element(add.getByRole('checkbox', { name: /^Usual rate For every quote/ })).toBeChecked()
  await add.getByRole('textbox', { name: 'Name' }).fill('MwSt.')
  await add.getByRole('button', { name: 'Add Tax Rate' }).click()
  await expect.element(add).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'USt. 7%' }).click()
  await add.getByRole('button', { name: 'Add Tax Rate' }).click()
  await expect.element(dialog.getByText(/^Usual in Germany/)).not.toBeInTheDocument()
  await expect.poll(held).toEqual([
    { name: 'MwSt.', percent: 19, category: 'standard', isDefault: true, archived: false },
    { name: 'USt.', percent: 7, category: 'reduced', isDefault: false, archived: false },
  ])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('the percent of a rate stays; another one is made in its place, which is the usual one from then on', async () => {
  const { dialog, screen, held } = await openDialog({ rates: [{ name: 'VAT', percent: 19 }] })
  await dialog.getByRole('button', { name: 'Edit VAT 19%' }).click()
  await expect.element(screen.getByText(/The percent of a tax rate never changes/)).toBeVisible()
  await screen.getByRole('button', { name: 'Archive and make a new one' }).click()
  const add = screen.getByRole('dialog', { name: 'Add Tax Rate' })
  await add.getByRole('textbox', { name: 'Percent' }).fill('20,5 %')
  await add.getByRole('textbox', { name: 'Parts' }).fill('State 12.5\nCity')
  await add.getByRole('button', { name: 'Add Tax Rate' }).click()
  await expect.element(add.getByText('Write each part in a line of its own, such as State 6.25')).toBeVisible()
  await add.getByRole('textbox', { name: 'Parts' }).fill('State 12.5\nCity 7%')
  await add.getByRole('button', { name: 'Add Tax Rate' }).click()
  await expect.element(add.getByText('The parts must add up to the percent')).toBeVisible()
  expect(await held()).toHaveLength(1)
  await add.getByRole('textbox', { name: 'Parts' }).fill('State 12.5\nCity 8')
  await add.getByRole('button', { name: 'Add Tax Rate' }).click()
  await expect.element(dialog.getByText('State 12.5% · City 8%')).toBeVisible()
  await expect.poll(held).toEqual([
    { name: 'VAT', percent: 20.5, category: 'standard', isDefault: true, archived: false },
    { name: 'VAT', percent: 19, category: 'standard', isDefault: false, archived: true },
  ])
})

test('a member without the privilege sees mode and rates, and changes nothing', async () => {
  const { dialog } = await openDialog({ privileges: [], rates: [{ name: 'VAT', percent: 19 }] })
  await expect.element(dialog.getByText('VAT 19%')).toBeVisible()
  await expect.element(dialog.getByText('No taxes')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: /^(Add|Edit|Save)/ })).not.toBeInTheDocument()
})
