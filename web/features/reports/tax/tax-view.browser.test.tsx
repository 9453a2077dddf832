import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderShop } from '#web/testing/render-shop.tsx'
import { addCustomer, addOrder, createOp } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'

test('the report of taxes sums up what was issued and what was received, by rate (TAX-05)', async () => {
  const shop = makeShop({ privileges: ['view_report'], profile: { taxMode: 'exclusive' } })
  const taxes = JSON.stringify([{ name: 'VAT', percent: 19, category: 'standard', base: 100, tax: 19 }])
  const issued = { state: 'issued', number: '2026-0001', issuedAt: shop.server.now.toISOString(), taxes, net: 100, tax: 19, total: 119 }
  shop.server.complete = (collection) => (collection === 'invoices' ? issued : {})
  const seed = async (): Promise<void> => {
    await shop.api.write(shop.id, [createOp('tax_rates', { name: 'VAT', percent: 19, isDefault: true, parts: '[]' })])
    const orderId = await addOrder(shop, {
      customerId: await addCustomer(shop, { name: 'Ann Lee', phone: '4165550100' }),
      itemDetails: 'Phone',
      quotedCost: '100',
    })
    await shop.api.write(shop.id, [createOp('invoices', { kind: 'invoice', orderId }), createOp('payments', { orderId, paymentAmount: 59.5 })])
  }
  const rest = {
    'GET /api/*/payments': () => shop.api.pullAll('payments'),
    'GET /api/*/costs': () => shop.api.pullAll('costs'),
    'GET /api/*/order-lines': () => shop.api.pullAll('order_lines'),
  }
  await renderShop({ shop, seed, at: `/${shop.id}/reports?view=tax&from=any&to=any`, rest })
  const rowsOf = (title: string): Promise<string[]> =>
    Promise.resolve([...(page.getByRole('table', { name: title }).query()?.querySelectorAll('tbody tr') ?? [])].map((row) => row.textContent ?? ''))
  await expect.poll(() => rowsOf('Invoices and credit notes, by date of issue')).toEqual(['VAT19%$100.00$19.00'])
  await expect.poll(() => rowsOf('Payments, by date received')).toEqual(['VAT19%$50.00$9.50'])
})
