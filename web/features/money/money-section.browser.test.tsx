import { expect, test } from 'vitest'
import { line, living, openOnlyOrder, section, typeInto } from '#web/testing/order-sections.ts'
import { expectCount, field, press, toast } from '#web/testing/screen.ts'
import { outboxOf, refuseWrites } from '#web/testing/storage-faults.ts'

const money = [
  {
    kind: 'payment',
    Noun: 'Payment',
    title: 'Order Payments',
    collection: 'payments',
    amount: 'paymentAmount',
    text: 'paymentText',
    sign: '',
    missing: 'Please enter a payment amount',
    invalid: 'Please enter a valid positive number for payment amount',
    done: ['Payment added successfully', 'Payment updated successfully', 'Payment deleted successfully'],
    failed: ['Failed to add payment', 'Failed to update payment', 'Failed to delete payment'],
  },
  {
    kind: 'cost',
    Noun: 'Cost',
    title: 'Order Costs',
    collection: 'costs',
    amount: 'costAmount',
    text: 'costText',
    sign: '-',
    missing: 'Please enter a cost amount',
    invalid: 'Please enter a valid positive number for cost amount',
    done: ['Cost added successfully', 'Cost updated successfully', 'Cost deleted successfully'],
    failed: ['Failed to add cost', 'Failed to update cost', 'Failed to delete cost'],
  },
] as const

for (const { kind, Noun, title, collection, amount, text, sign, missing, invalid, done, failed } of money) {
  const [added, updated, deleted] = done
  const [addFailed, updateFailed, deleteFailed] = failed
  test(`${title} are added, edited in their line, summed up, and deleted with a way back`, async () => {
    const { shop, orderId, app } = await openOnlyOrder()
    const lines = section(title)
    await lines.getByRole('button', { name: `Add ${Noun}` }).click()
    const adding = lines.getByRole('group', { name: `Add ${Noun}` })
    await expect.element(field(adding, 'Amount')).toHaveFocus()
    await press('Enter', field(adding, 'Amount'))
    await expect.element(adding.getByText(missing)).toBeVisible()
    for (const wrong of ['0', '-5', 'ten', '1.234']) {
      await field(adding, 'Amount').fill(wrong)
      await expect.element(adding.getByText(invalid)).toBeVisible()
    }

    await field(adding, 'Amount').fill('')
    await adding.getByText('Before tax').click()
    await typeInto(field(adding, 'Amount'), '100')
    await expect.element(adding.getByRole('radio', { name: 'Before tax' })).toBeChecked()
    await typeInto(field(adding, 'Amount'), '.5')
    await expect.element(adding.getByRole('radio', { name: 'After tax' })).toBeChecked()
    await expectCount(adding.css('[data-highlighted]'), 1)
    await expectCount(adding.css('[data-highlighted]'), 0)
    await adding.getByText('Before tax').click()
    await typeInto(field(adding, 'Amount'), '0')
    await expect.element(adding.getByRole('radio', { name: 'Before tax' })).toBeChecked()
    await field(adding, 'Description').fill('In cash')
    await press('Enter', field(adding, 'Description'))
    await expect.element(toast()).toMatchTextContent(added)
    await expect.element(line(lines, 'In cash')).toMatchTextContent(`${sign}$100.50`)
    await expect.element(line(lines, 'In cash')).toMatchTextContent('Before tax')
    await expect.element(lines.getByRole('button', { name: `Add ${Noun}` })).toHaveFocus()

    await press('Enter')
    await field(adding, 'Amount').fill('1000')
    await adding.getByText('After tax', { exact: true }).click()
    await adding.getByRole('button', { name: `Add ${Noun}` }).click()
    await expect.element(lines.getByRole('heading')).toMatchTextContent(`${sign}$1,100.50`)

    await lines.getByRole('button', { name: `Edit ${kind} ${sign}$100.50` }).click()
    const editing = lines.getByRole('group', { name: 'Save' })
    await expect.element(field(editing, 'Amount')).toHaveValue('100.50')
    await field(editing, 'Amount').fill('80')
    await editing.getByRole('button', { name: 'Cancel' }).click()
    await editing.getByRole('button', { name: 'Discard' }).click()
    await expect.element(lines.getByRole('heading')).toMatchTextContent(`${sign}$1,100.50`)
    const edit = lines.getByRole('button', { name: `Edit ${kind} ${sign}$100.50` })
    await expect.element(edit).toHaveFocus()
    await press('Enter', edit)
    await field(editing, 'Amount').fill('80')
    await editing.getByLabelText('Date', { exact: true }).fill('2026-03-04T10:30')
    await editing.getByRole('button', { name: 'Save' }).click()
    await expect.element(toast()).toMatchTextContent(updated)
    await expect.element(lines.getByRole('heading')).toMatchTextContent(`${sign}$1,080.00`)
    await expect.element(line(lines, 'In cash')).toMatchTextContent('Mar 4, 2026')

    await lines.getByRole('button', { name: `Delete ${kind} ${sign}$1,000.00` }).click()
    await expect.element(toast()).toMatchTextContent(deleted)
    await expect.element(lines.getByRole('heading')).toMatchTextContent(`${sign}$80.00`)
    await toast().getByRole('button', { name: 'Undo' }).click()
    await expect.element(lines.getByRole('heading')).toMatchTextContent(`${sign}$1,080.00`)

    const expected = [
      expect.objectContaining({ orderId, [amount]: 80, [text]: 'In cash', afterTax: false, createdAt: new Date('2026-03-04T10:30').toISOString() }),
      expect.objectContaining({ orderId, [amount]: 1000, [text]: null, afterTax: true }),
    ]
    await expect.poll(async () => (await living(shop, collection)).toSorted((one, other) => Number(one[amount]) - Number(other[amount]))).toEqual(expected)

    await lines.getByRole('button', { name: `Edit ${kind} ${sign}$1,000.00` }).click()
    await field(editing, 'Amount').fill('900')
    const gone = (await living(shop, collection)).find((row) => row[amount] === 1000)
    await app.writeAsOther([{ action: 'delete', collection, id: String(gone?.['id']) }])
    await expect
      .element(editing.getByRole('alert'))
      .toMatchTextContent(`This ${kind} was deleted in the meantime. What you typed stays here so that you can copy it.`)
    await expect.element(field(editing, 'Amount')).toHaveValue('900')
    await expect.element(editing.getByRole('button', { name: 'Save' })).not.toBeInTheDocument()
    await editing.getByRole('button', { name: 'Cancel' }).click()
    await editing.getByRole('button', { name: 'Discard' }).click()
    await expectCount(lines.getByRole('listitem'), 1)

    refuseWrites(outboxOf(shop.person.userId), 'UnknownError')
    await lines.getByRole('button', { name: `Delete ${kind} ${sign}$80.00` }).click()
    await expect.element(toast()).toMatchTextContent(deleteFailed)
    await lines.getByRole('button', { name: `Edit ${kind} ${sign}$80.00` }).click()
    await field(editing, 'Amount').fill('81')
    await press('Enter', field(editing, 'Amount'))
    await expect.element(toast()).toMatchTextContent(updateFailed)
    await expect.element(field(editing, 'Amount')).toHaveValue('81')
    await editing.getByRole('button', { name: 'Cancel' }).click()
    await editing.getByRole('button', { name: 'Discard' }).click()
    await lines.getByRole('button', { name: `Add ${Noun}` }).click()
    await field(adding, 'Amount').fill('7')
    await press('Enter', field(adding, 'Amount'))
    await expect.element(toast()).toMatchTextContent(addFailed)
    await expect.element(field(adding, 'Amount')).toHaveValue('7')
  })
}
