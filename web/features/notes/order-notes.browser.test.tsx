import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { line, living, openOnlyOrder, orderDialog, section } from '#web/testing/order-sections.ts'
import { createOp } from '#web/testing/shop-rows.ts'
import { dialogOf, expectCount, field, toast } from '#web/testing/screen.ts'

const notes = () => section('Notes')
const box = () => field(notes(), 'New note')

test('notes stand newest first with author and time, written offline by Ctrl+Enter or button, and only own ones are changed', async () => {
  const { app, shop, orderId } = await openOnlyOrder()
  await shop.api.write(shop.id, [createOp('order_notes', { orderId, text: 'From somebody else' })])
  await expect.element(line(notes(), 'From somebody else')).toMatchTextContent('Former colleague')
  await expectCount(notes().getByRole('button', { name: /^(Edit|Delete) note/ }), 0)

  app.goOffline()
  await notes().getByRole('button', { name: 'Add Note' }).click()
  await expect.element(notes().getByRole('alert')).toHaveTextContent('Note is required')
  await box().fill('Called, no answer')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(box()).toHaveValue('')
  await expect.element(box()).toHaveFocus()
  await box().fill('Comes on Friday')
  await notes().getByRole('button', { name: 'Add Note' }).click()
  await expectCount(notes().getByRole('listitem'), 3)
  await expect.element(notes().getByRole('listitem').first()).toMatchTextContent('Comes on Friday')
  await expect.element(notes().getByRole('listitem').first()).toMatchTextContent(shop.person.name)
  await expect.element(orderDialog()).toBeVisible()

  await app.goOnline()
  await line(notes(), 'Comes on Friday')
    .getByRole('button', { name: /^Edit note/ })
    .click()
  const dialog = dialogOf('Edit Note')
  await field(dialog, 'Note').fill('Comes on Saturday')
  await dialog.getByRole('button', { name: 'Update Note' }).click()
  await expect.element(line(notes(), 'Comes on Saturday')).toBeVisible()
  await line(notes(), 'Called, no answer')
    .getByRole('button', { name: /^Delete note/ })
    .click()
  await expect.element(toast()).toMatchTextContent('Note deleted')
  await expect.element(box()).toHaveFocus()
  await expectCount(notes().getByRole('listitem'), 2)
  await toast().getByRole('button', { name: 'Undo' }).click()
  await expectCount(notes().getByRole('listitem'), 3)
  await expect
    .poll(async () => (await living(shop, 'order_notes')).map(({ text, userId }) => `${String(text)} ${userId === shop.person.userId}`).toSorted())
    .toEqual(['Called, no answer true', 'Comes on Saturday true', 'From somebody else false'])
})

test('a note still typed is added with the order', async () => {
  const { shop } = await openOnlyOrder()
  await box().fill('Half typed')
  await orderDialog().getByRole('button', { name: 'Add the note and save' }).click()
  await expect.poll(async () => (await living(shop, 'order_notes')).map(({ text }) => text)).toEqual(['Half typed'])
})
