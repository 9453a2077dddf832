import '../../../styles/app.css'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { assetForm } from '#web/features/assets/form.ts'
import { useDraftForm } from '#web/forms/drafts/use-draft-form.ts'
import { newOrderForm, orderForm } from '../form.ts'
import { NewAssetField } from './new-asset-field.tsx'

const opened = newOrderForm({ customerId: 'c', orderStatusId: '', dueTimestamp: '' })

/** The field with Device Details below, and the values of both forms. */
function Intake({ typed }: { typed?: { order: Record<string, string>; asset: Record<string, string> } }) {
  const form = useDraftForm({ schema: orderForm.schema, opened, draft: typed && { values: typed.order, opened: {} } })
  const asset = useDraftForm({ schema: assetForm.schema, opened: { ...assetForm.empty }, draft: typed && { values: typed.asset, opened: {} } })
  const { assetId } = form.watch()
  return (
    <>
      <NewAssetField form={form} asset={asset} />
      <input aria-label="Details" {...form.register('itemDetails')} />
      <output>{assetId === '' ? 'no device' : `device ${asset.watch('model')}`}</output>
    </>
  )
}

test('a device is added, fills Device Details as long as nobody else does, and is removed, by keys alone', async () => {
  const screen = await render(<Intake />)
  await userEvent.tab()
  await expect.element(screen.getByRole('button', { name: 'Add device' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByLabelText('Kind')).toHaveFocus()
  await userEvent.tab()
  await userEvent.keyboard('Apple')
  await userEvent.tab()
  await userEvent.keyboard('iPhone 12')
  const details = screen.getByLabelText('Details')
  await expect.element(details).toHaveValue('Apple iPhone 12')
  await details.fill('Phone of my sister')
  await screen.getByLabelText('Model').fill('iPhone 13')
  await expect.element(screen.getByText('device iPhone 13')).toBeVisible()
  await expect.element(details).toHaveValue('Phone of my sister')
  await screen.getByRole('button', { name: 'Remove device' }).click()
  await expect.element(screen.getByText('no device')).toBeVisible()
  await expect.element(screen.getByLabelText('Model')).not.toBeInTheDocument()
  await expect.element(details).toHaveValue('Phone of my sister')
  await screen.getByRole('button', { name: 'Add device' }).click()
  await expect.element(screen.getByLabelText('Model')).toHaveValue('')
})

test('a device that was typed before goes on to fill Device Details', async () => {
  const typed = { order: { assetId: 'a', itemDetails: 'Apple iPh' }, asset: { brand: 'Apple', model: 'iPh' } }
  const screen = await render(<Intake typed={typed} />)
  await expect.element(screen.getByLabelText('Model')).toHaveValue('iPh')
  await screen.getByLabelText('Model').fill('iPhone 12')
  await expect.element(screen.getByLabelText('Details')).toHaveValue('Apple iPhone 12')
})
