import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { invoiceTexts, toIssuedMessage } from '#schema/rules/invoices/invoice-states.ts'
import { noPricing } from '#schema/rules/money/price.ts'
import { type Rest, RestFailure } from '#web/testing/answer-rest.ts'
import { issueInvoices } from '#web/testing/issue-invoices.ts'
import { living, section } from '#web/testing/order-sections.ts'
import { renderShop } from '#web/testing/render-shop.tsx'
import { dialogOf, expectCount, field, toast } from '#web/testing/screen.ts'
import { addCustomer, addOrder, createOp } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'

async function openOrder({ quotedCost = '100', rest = {} }: { quotedCost?: string | null; rest?: Rest } = {}) {
  const shop = makeShop({})
  const orderId = await addOrder(shop, { customerId: await addCustomer(shop, { name: 'Ann Lee' }), itemDetails: 'Invoiced radio', quotedCost })
  const line = createOp('order_lines', { orderId, kind: 'part', description: 'Battery', quantity: 2, unitPrice: 10 })
  if (quotedCost !== null) await shop.api.write(shop.id, [line])
  const app = await renderShop({ shop, rest: { ...issueInvoices(shop, noPricing), ...rest } })
  await page.getByRole('grid').getByText('Invoiced radio').click()
  await expect.element(section('Invoices')).toBeVisible()
  return { shop, orderId, app, lineId: line.id }
}

const documentOf = (name: string) => section('Invoices').getByRole('listitem', { name, exact: true })

const states = async (shop: Parameters<typeof living>[0]) =>
  (await living(shop, 'invoices'))
    .map(({ kind, number, state, note }) => ({ kind, number, state, note }))
    .toSorted((one, other) => ((one.number ?? '~' > (other.number ?? '~')) ? 1 : -1))

test('an invoice is issued, taken back by lines and then as a whole, and a later change of the order is told (INV-03)', async () => {
  const { shop, app, lineId } = await openOrder()
  const invoices = section('Invoices')
  await invoices.getByRole('button', { name: 'Issue Invoice' }).click()
  const issuing = dialogOf('Issue Invoice')
  await issuing.getByLabelText('Due date').fill('2026-04-01')
  await field(issuing, 'Note on the invoice').fill('Thank you')
  await issuing.getByRole('button', { name: 'Issue Invoice' }).click()
  await expect.element(toast()).toMatchTextContent('Invoice 2026-0001 issued')
  const invoice = documentOf('Invoice 2026-0001')
  await expect.element(invoice).toMatchTextContent('Issued$120.00Mar 2, 2026 · due Apr 1, 2026Thank you')
  await expect.element(invoices.getByRole('button', { name: 'Issue Invoice' })).toBeDisabled()
  await invoice.getByRole('button', { name: 'Send' }).click()
  const sending = dialogOf('Send Invoice')
  await expect.element(sending.getByLabelText('Preview')).toMatchTextContent('here is invoice 2026-0001 for your Invoiced radio')
  await expect.element(sending.getByLabelText('Preview')).toMatchTextContent('(link to the invoice)')
  await sending.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(async () => (await living(shop, 'messages')).map(({ invoiceId }) => typeof invoiceId)).toEqual(['string'])
  await expect.element(invoices.getByText('Invoice 2026-0001 is issued. To issue another one, first credit all of it.')).toBeVisible()

  await app.writeAsOther([{ action: 'update', collection: 'order_lines', id: lineId, changes: { quantity: { from: 2, to: 1 } } }])
  await expect.element(invoices.getByRole('status')).toMatchTextContent('Differs from invoice 2026-0001')

  await invoice.getByRole('button', { name: 'Credit Note' }).click()
  const crediting = dialogOf('Credit Note for 2026-0001')
  await expect.element(crediting.getByText('$120.00')).toBeVisible()
  await crediting.getByRole('checkbox', { name: 'Repair as quoted' }).click()
  await field(crediting, 'Quantity of Battery').fill('3')
  await expect.element(crediting.getByRole('alert')).toHaveTextContent('Only $20.00 of “Battery” is left to credit.')
  await field(crediting, 'Quantity of Battery').fill('1')
  await expect.element(crediting.getByText('Credited in all$10.00')).toBeVisible()
  await field(crediting, 'Reason').fill('One battery too many')
  await crediting.getByRole('button', { name: 'Issue Credit Note' }).click()
  await expect.element(toast().first()).toMatchTextContent('Credit note CN-2026-0002 issued')
  await expect.element(documentOf('Credit note CN-2026-0002')).toMatchTextContent('-$10.00')
  await expect.element(invoice).toMatchTextContent('Partly credited')
  await expect.element(invoices.getByRole('status')).not.toBeInTheDocument()

  await invoice.getByRole('button', { name: 'Credit Note' }).click()
  await expect.element(crediting.getByText('Credited in all$110.00')).toBeVisible()
  await crediting.getByRole('button', { name: 'Issue Credit Note' }).click()
  await expect.element(invoice).toMatchTextContent('Credited')
  await expect.element(invoice.getByRole('button', { name: 'Credit Note' })).not.toBeInTheDocument()
  await expect.element(invoices.getByRole('button', { name: 'Issue Invoice' })).toBeEnabled()
  await expect
    .poll(() => states(shop))
    .toEqual([
      { kind: 'invoice', number: '2026-0001', state: 'issued', note: 'Thank you' },
      { kind: 'credit-note', number: 'CN-2026-0002', state: 'issued', note: 'One battery too many' },
      { kind: 'credit-note', number: 'CN-2026-0003', state: 'issued', note: null },
    ])
})

test('without a network the draft is kept and a receipt says that the invoice follows; any device issues it later (INV-03)', async () => {
  const { shop, app } = await openOrder()
  const invoices = section('Invoices')
  app.goOffline()
  await invoices.getByRole('button', { name: 'Issue Invoice' }).click()
  const issuing = dialogOf('Issue Invoice')
  await expect.element(issuing.getByRole('status').first()).toMatchTextContent('There is no connection to the server, which gives the number.')
  await issuing.getByRole('button', { name: 'Keep Draft and Print Receipt' }).click()
  await expect.element(toast()).toMatchTextContent('The invoice follows')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect.element(preview.getByText('The invoice follows')).toBeVisible()
  await expect.element(preview).toMatchTextContent('Total$120.00')
  await page.getByRole('button', { name: 'Close' }).last().click()
  const draft = documentOf('Invoice, draft')
  await expect.element(draft).toMatchTextContent('$120.00')
  await expect.element(draft.getByRole('button', { name: 'Issue', exact: true })).toBeDisabled()
  await expect.element(invoices.getByRole('button', { name: 'Issue Invoice' })).toBeDisabled()

  await app.goOnline()
  await expect.poll(() => states(shop)).toEqual([{ kind: 'invoice', number: null, state: 'draft', note: null }])
  await draft.getByRole('button', { name: 'Issue', exact: true }).click()
  await expect.element(documentOf('Invoice 2026-0001')).toMatchTextContent('Issued$120.00')
})

test('the server’s words tell why a draft was not issued; it stays, and can be deleted', async () => {
  const refusal = new RestFailure(409, { code: 'CONFLICT', message: invoiceTexts.belowZero })
  const { shop } = await openOrder({ rest: { 'POST /api/*/invoices/*/issue': () => refusal } })
  const invoices = section('Invoices')
  await invoices.getByRole('button', { name: 'Issue Invoice' }).click()
  await dialogOf('Issue Invoice').getByRole('button', { name: 'Issue Invoice' }).click()
  await expect.element(toast()).toMatchTextContent('Failed to issue the invoiceThe total is below 0, so there is nothing to invoice.')
  const draft = documentOf('Invoice, draft')
  await draft.getByRole('button', { name: 'Delete Draft' }).click()
  await draft.getByRole('button', { name: 'Yes' }).click()
  await expectCount(invoices.getByRole('listitem'), 0)
  await expect.poll(() => states(shop)).toEqual([])
})

test('who presses Issue when another device just did is told its number, not a failure', async () => {
  const { shop } = await openOrder({
    rest: {
      'POST /api/*/invoices/*/issue': async (call) => {
        await issueInvoices(shop, noPricing)['POST /api/*/invoices/*/issue']?.(call)
        return new RestFailure(409, { code: 'CONFLICT', message: toIssuedMessage('2026-0001') })
      },
    },
  })
  await section('Invoices').getByRole('button', { name: 'Issue Invoice' }).click()
  await dialogOf('Issue Invoice').getByRole('button', { name: 'Issue Invoice' }).click()
  await expect.element(toast()).toMatchTextContent('Invoice 2026-0001 was issued already')
  await expect.element(toast().getByRole('button', { name: 'Print' })).toBeVisible()
  await expect.element(documentOf('Invoice 2026-0001')).toMatchTextContent('Issued$120.00')
})

test('an order that charges nothing has nothing to invoice', async () => {
  await openOrder({ quotedCost: null })
  const invoices = section('Invoices')
  await expect.element(invoices.getByText('Nothing is charged yet, so there is nothing to invoice.')).toBeVisible()
  await expect.element(invoices.getByRole('button', { name: 'Issue Invoice' })).toBeDisabled()
})
