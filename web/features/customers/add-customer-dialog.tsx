import { useWatch } from 'react-hook-form'
import type { Customer } from '#schema/collections/work/customers.ts'
import { openDialog } from '#web/navigation/dialogs.ts'
import { runAction } from '#web/navigation/notify.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { type FormDialogRequest, type FormOpening, useFormOpening } from '#web/forms/form-opening.ts'
import { MatchingCustomers } from '#web/inputs/matching-customers.tsx'
import { useShopProfile } from '#web/inputs/use-shop-profile.ts'
import { useFormWrite } from '#web/forms/drafts/refused-source.ts'
import { useAddForm } from '#web/forms/use-add-form.ts'
import { CustomerFields } from './customer-fields.tsx'
import type { TypedCustomer } from './typed-customer.ts'
import { customerForm, newCustomerForm } from './form.ts'
import { t } from './customer-edit-texts.ts'

type AddCustomerProps = {
  guided: boolean
  /** The search text that found no customer. */
  typed?: TypedCustomer | undefined
  onCreated?: ((customerId: string) => void) | undefined
  onUse?: ((customer: Customer) => void) | undefined
  isNested: boolean
}

export function AddCustomerDialog({ shopId, onClose, refused, ...props }: FormDialogRequest & AddCustomerProps) {
  const opening = useFormOpening({ shopId, onClose, refused }, `customer-add/${shopId}`)
  return opening && <AddCustomerForm {...props} opening={opening} />
}

function AddCustomerForm({ opening, guided, typed: lookedFor, onCreated, onUse, isNested }: AddCustomerProps & { opening: FormOpening }) {
  const { shopId, refused } = opening
  const write = useFormWrite(opening)
  const { countryCode } = useShopProfile(shopId)
  const { form, shell, submit } = useAddForm(opening, { definition: customerForm, makeEmpty: () => ({ ...newCustomerForm(countryCode), ...lookedFor }) })
  const phone = useWatch({ control: form.control, name: 'phone' })

  const save = submit(async (typed) => {
    const outcome = await runAction({
      run: () => write([{ action: 'create', collection: 'customers', id: refused?.rowIds[0], values: customerForm.toValues(typed) }]),
      success: t.created(),
      failure: t.createFailed(),
    })
    await shell.finish(outcome, ({ ids: [customerId = ''] }) => {
      onCreated?.(customerId)
      if (guided) openDialog({ kind: 'order-add', customerId })
    })
  })

  const takeExisting = (customer: Customer) => {
    if (onUse) {
      void shell.removeDraft()
      return onUse(customer)
    }
    shell.leave()
    openDialog({ kind: 'order-add', customerId: customer.id })
  }

  return (
    <FormDialog
      title={guided ? t.addStep() : t.add()}
      description={guided ? t.addStepText() : undefined}
      size="md"
      shell={shell}
      onSubmit={() => void save()}
      submitText={t.save()}
      isNested={isNested}
    >
      <CustomerFields form={form} matching={<MatchingCustomers shopId={shopId} typedPhone={phone} heading={t.matching()} onUse={takeExisting} />} />
    </FormDialog>
  )
}
