import { useState } from 'react'
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import { v7 } from 'uuid'
import type { Customer } from '#schema/collections/work/customers.ts'
import { defaultDueInstant } from '#schema/rules/orders/due.ts'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import { openDialog } from '#web/navigation/dialogs.ts'
import { runAction } from '#web/navigation/notify.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import type { OpInput } from '#web/device/rows/op-input.ts'
import { assetAddDraftKey, type AssetForm, assetForm } from '#web/features/assets/form.ts'
import { customerForm, newCustomerForm } from '#web/features/customers/form.ts'
import type { TypedCustomer } from '#web/features/customers/typed-customer.ts'
import { CustomerFields } from '#web/features/customers/customer-fields.tsx'
import { markJustAdded } from '#web/features/orders/just-added.ts'
import { orderAddDraftKey } from '#web/features/orders/add-order-dialog.tsx'
import { defaultStatusId, newOrderForm, type OrderForm, orderForm } from '#web/features/orders/form.ts'
import { NewAssetField } from '#web/features/orders/device/new-asset-field.tsx'
import { PasscodeField } from '#web/features/orders/device/passcode-field.tsx'
import { ServicePicker } from '#web/features/orders/prices/service-picker.tsx'
import { useTakenServices } from '#web/features/orders/prices/use-taken-services.ts'
import { DeviceFields, WorkFields } from '#web/features/orders/order-fields.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { nestDrafts, splitDraft, withDraft } from '#web/forms/drafts/form-draft.ts'
import { type FormDialogRequest, type FormOpening, useFormOpening } from '#web/forms/form-opening.ts'
import { MatchingCustomers } from '#web/inputs/matching-customers.tsx'
import { useFormWrite, useRefusedIssues } from '#web/forms/drafts/refused-source.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { useShopProfile } from '#web/inputs/use-shop-profile.ts'
import { useDraftForm } from '#web/forms/drafts/use-draft-form.ts'
import { watchForm } from '#web/forms/drafts/use-form-draft.ts'
import { useFormShell } from '#web/forms/use-form-shell.ts'
import { useSavingState } from '#web/forms/saving/use-saving.ts'
import { useOrderStatuses } from '#web/inputs/use-status-name.ts'
import { cn } from '#web/ui/cn.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './customer-order-texts.ts'

const columnClass = 'flex min-w-0 flex-col gap-4'

type CustomerOrderProps = FormDialogRequest & {
  /** The search text that found no customer. */
  typed?: TypedCustomer | undefined
  onCreated?: ((orderId: string) => void) | undefined
}

/** Creates a customer, an order and optionally a device in one mutation: all or none. */
export function CustomerOrderDialog({ typed, onCreated, ...request }: CustomerOrderProps) {
  const opening = useFormOpening(request, `customer-order/${request.shopId}`)
  return opening && <CustomerOrderForm opening={opening} typed={typed} onCreated={onCreated} />
}

const parts = ['customer', 'asset', 'order']

/** The field in an issue's path, if the path belongs to the op at this index. */
const fieldOfOp =
  (index: number) =>
  (path: string): string | undefined => {
    const [op, ...field] = path.split('.')
    return op === String(index) && field.length > 0 ? field.join('.') : undefined
  }

const toCreate = ({ assetId, customerId }: OrderForm, typed: AssetForm): OpInput => ({
  action: 'create',
  collection: 'assets',
  id: assetId,
  values: { customerId, ...assetForm.toValues(typed) },
})

async function isAccepted<Form extends FieldValues>(form: UseFormReturn<Form>): Promise<boolean> {
  let isValid = false
  await form.handleSubmit(() => {
    isValid = true
  })()
  return isValid
}

function CustomerOrderForm({ opening, typed, onCreated }: Pick<CustomerOrderProps, 'typed' | 'onCreated'> & { opening: FormOpening }) {
  const { shopId, refused, draft } = opening
  const device = useDevice()
  const write = useFormWrite(opening)
  const statuses = useOrderStatuses()
  const { timeZone } = useShopFormat()
  const { countryCode } = useShopProfile(shopId)
  const [typedBefore] = useState(() => splitDraft(refused?.draft, parts))
  // The customer's id is fixed up front, so that a retry never creates a second customer.
  const [openedOrder] = useState(() => {
    const fresh = newOrderForm({
      customerId: v7(),
      orderStatusId: defaultStatusId(statuses, 'first'),
      dueTimestamp: defaultDueInstant(correctedNow(), timeZone),
    })
    return withDraft(fresh, typedBefore['order']?.values)
  })
  const [openedCustomer] = useState(() => withDraft({ ...newCustomerForm(countryCode), ...typed }, typedBefore['customer']?.values))
  const [openedAsset] = useState(() => withDraft({ ...assetForm.empty }, typedBefore['asset']?.values))
  const [drafts] = useState(() => splitDraft(draft, parts))
  const ofCustomer = useDraftForm({ schema: customerForm.schema, opened: openedCustomer, draft: drafts['customer'] })
  const ofOrder = useDraftForm({ schema: orderForm.schema, opened: openedOrder, draft: drafts['order'] })
  const ofAsset = useDraftForm({ schema: assetForm.schema, opened: openedAsset, draft: drafts['asset'] })
  const taken = useTakenServices(ofOrder, shopId)
  const refusedCount = refused?.rowIds.length ?? 0
  useRefusedIssues(ofCustomer, refused, fieldOfOp(0))
  useRefusedIssues(ofAsset, refused, fieldOfOp(refusedCount > 2 ? 1 : -1))
  useRefusedIssues(ofOrder, refused, fieldOfOp(refusedCount - 1))
  const isOrderDirty = ofOrder.formState.isDirty
  const isDirty = ofCustomer.formState.isDirty || isOrderDirty || ofAsset.formState.isDirty
  const isSaving = useSavingState()
  const phone = useWatch({ control: ofCustomer.control, name: 'phone' })
  const hasDevice = (): boolean => ofOrder.getValues('assetId') !== ''
  const shell = useFormShell(opening, {
    isDirty,
    isSaving,
    watch: (onChange) => {
      const stops = [watchForm(ofCustomer), watchForm(ofAsset), watchForm(ofOrder)].map(({ watch }) => watch(onChange))
      return () => stops.forEach((stop) => stop())
    },
    read: () =>
      isDirty ? nestDrafts({ customer: ofCustomer.getValues(), order: ofOrder.getValues(), ...(hasDevice() && { asset: ofAsset.getValues() }) }) : undefined,
    startOver: () => {
      ofCustomer.reset(openedCustomer)
      ofAsset.reset(openedAsset)
      ofOrder.reset(openedOrder)
    },
  })

  const store = async () => {
    const order = ofOrder.getValues()
    const outcome = await runAction({
      run: () =>
        write([
          { action: 'create', collection: 'customers', id: order.customerId, values: customerForm.toValues(ofCustomer.getValues()) },
          ...(hasDevice() ? [toCreate(order, ofAsset.getValues())] : []),
          ...taken.toOps(order, refused?.rowIds.at(-1)),
        ]),
      success: t.created(),
      failure: t.failed(),
    })
    await shell.finish(outcome, ({ ids }) => {
      const orderId = ids[hasDevice() ? 2 : 1] ?? ''
      markJustAdded({ orderId, shopId })
      onCreated?.(orderId)
    })
  }

  const save = async () => {
    isSaving.set(true)
    // Validate the customer last: the focus then lands on the first error on the screen.
    const isOrderValid = await isAccepted(ofOrder)
    const isDeviceValid = !hasDevice() || (await isAccepted(ofAsset))
    const isCustomerValid = await isAccepted(ofCustomer)
    if (isCustomerValid && isDeviceValid && isOrderValid) await store()
    isSaving.set(false)
  }

  const takeExisting = async (customer: Customer) => {
    // Carry the typed order and device over into the order form and the device form.
    const order = { ...ofOrder.getValues(), customerId: customer.id, assetId: '' }
    const carried = [
      ...(isOrderDirty ? [device.drafts.save(orderAddDraftKey(shopId, customer.id), { values: order, opened: {} })] : []),
      ...(hasDevice() ? [device.drafts.save(assetAddDraftKey(customer.id), { values: ofAsset.getValues(), opened: {}, shopId })] : []),
    ]
    await Promise.allSettled(carried)
    await shell.removeDraft()
    shell.closing.close()
    openDialog({ kind: 'order-add', customerId: customer.id })
  }

  return (
    <FormDialog title={t.title()} size="sheet" shell={shell} onSubmit={() => void save()} submitText={t.save()} busyText={t.saving()}>
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-2 lg:grid-cols-3">
        <div className={columnClass}>
          <h2 className="text-base font-semibold">{common.customer()}</h2>
          <CustomerFields
            form={ofCustomer}
            withNotes
            matching={<MatchingCustomers shopId={shopId} typedPhone={phone} heading={t.matching()} onUse={(customer) => void takeExisting(customer)} />}
          />
        </div>
        <div className={cn(columnClass, 'lg:contents')}>
          <div className={columnClass}>
            <h2 className="text-base font-semibold">{common.order()}</h2>
            <NewAssetField form={ofOrder} asset={ofAsset} />
            <ServicePicker form={ofOrder} shopId={shopId} taken={taken} />
            <DeviceFields form={ofOrder} shopId={shopId} />
            <PasscodeField form={ofOrder} shopId={shopId} />
          </div>
          <div className={cn(columnClass, 'lg:pt-9.5')}>
            <WorkFields form={ofOrder} shopId={shopId} />
          </div>
        </div>
      </div>
    </FormDialog>
  )
}
