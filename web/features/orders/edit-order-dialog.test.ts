import { describe, expect, it } from 'vitest'
import { newOrderForm } from './form.ts'
import { changeToText, formToText } from './edit-order-dialog.tsx'

const words = {
  statusName: (id: string) => `status ${id}`,
  employeeName: (id: string) => `employee ${id}`,
  customerName: (id: string) => `customer ${id}`,
  dateTime: (instant: string) => `at ${instant}`,
}
const form = { ...newOrderForm({ customerId: 'c', orderStatusId: 's', dueTimestamp: '' }), itemDetails: 'iPhone 12', quotedCost: '85', priority: true }

describe('an order in words', () => {
  it('tells what a field is now', () => {
    expect(changeToText(form, 'quotedCost', words)).toBe('Quoted cost is now 85')
    expect(changeToText(form, 'orderStatusId', words)).toBe('Status is now status s')
    expect(changeToText(form, 'assignedEmployeeId', words)).toBe('Assigned to is now nobody')
    expect(changeToText(form, 'dueTimestamp', words)).toBe('Due date is now none')
    expect(changeToText(form, 'orderNotes', words)).toBe('Order notes is now empty')
    expect(changeToText(form, 'priority', words)).toBe('High priority is now on')
  })

  it('gives everything that was typed as lines to copy', () => {
    expect(formToText(form, words)).toBe('Customer: customer c\nDevice details: iPhone 12\nStatus: status s\nQuoted cost: 85\nHigh priority: on')
  })
})
