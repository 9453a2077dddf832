import { type ReactNode, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { CustomerDialog } from '#web/features/customers/customer-dialog.tsx'
import { textToCustomer, type TypedCustomer } from '#web/features/customers/typed-customer.ts'
import type { OrderForm } from './form.ts'

/** Adds a customer from the order form: `ask` opens the dialog with the search text. */
export function useNewCustomer(shopId: string, form: UseFormReturn<OrderForm>): { ask: (typed: string) => void; dialog: ReactNode } {
  const [asked, setAsked] = useState<TypedCustomer | null>(null)
  const stopAsking = () => setAsked(null)
  const choose = (customerId: string) => {
    stopAsking()
    form.setValue('customerId', customerId, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  }
  return {
    ask: (typed) => void textToCustomer(typed).then(setAsked),
    dialog: asked && (
      <CustomerDialog shopId={shopId} mode="add" typed={asked} isNested onClose={stopAsking} onCreated={choose} onUse={({ id }) => choose(id)} />
    ),
  }
}
