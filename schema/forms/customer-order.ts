import { z } from 'zod'
import type { Customer } from '../collections/customers.ts'
import { textToNullable } from './checked-by.ts'
import { customerFormToValues, customerWithNotesFormSchema, emptyCustomerForm, type CustomerValues } from './customer.ts'
import { newOrderPartForm, orderPartFormSchema, orderPartFormToValues, type OrderPartValues } from './order.ts'

/** Create Customer + Order (ORDDLG-33, ORDDLG-34): one form, one mutation with two creates (AMB-70). */
export const customerOrderFormSchema = z.object({ customer: customerWithNotesFormSchema, order: orderPartFormSchema })

export type CustomerOrderForm = z.input<typeof customerOrderFormSchema>

export const newCustomerOrderForm = (options: { orderStatusId: string; dueTimestamp: string }): CustomerOrderForm => ({
  customer: { ...emptyCustomerForm, customerNotes: '' },
  order: newOrderPartForm(options),
})

export function customerOrderFormToValues(form: CustomerOrderForm): {
  customer: CustomerValues & Pick<Customer, 'customerNotes'>
  order: OrderPartValues
} {
  return {
    customer: { ...customerFormToValues(form.customer), customerNotes: textToNullable(form.customer.customerNotes) },
    order: orderPartFormToValues(form.order),
  }
}
