import { type ReactNode, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { OrderForm } from '#schema/forms/order.ts'
import { CustomerDialog } from '#web/features/customers/customer-dialog.tsx'

/** A customer who is made on the way to an order: `ask` opens the dialog over the order's form, which then has that customer. */
export function useNewCustomer(shopId: string, form: UseFormReturn<OrderForm>): { ask: () => void; dialog: ReactNode } {
  const [isAsking, setIsAsking] = useState(false)
  const choose = (customerId: string) => {
    setIsAsking(false)
    form.setValue('customerId', customerId, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  }
  return {
    ask: () => setIsAsking(true),
    dialog: isAsking && <CustomerDialog shopId={shopId} mode="add" isNested onClose={() => setIsAsking(false)} onCreated={choose} onUse={({ id }) => choose(id)} />,
  }
}
