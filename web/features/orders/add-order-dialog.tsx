import { useWatch } from 'react-hook-form'
import type { Order } from '#schema/collections/work/orders.ts'
import { defaultDueInstant } from '#schema/rules/orders/due.ts'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import { DraftSignature } from '#web/features/attachments/draft-signature.tsx'
import { OrderPhotos } from '#web/features/attachments/order-photos.tsx'
import { useDraftFiles } from '#web/features/attachments/use-draft-files.ts'
import { openDialog } from '#web/navigation/dialogs.ts'
import { runAction } from '#web/navigation/notify.ts'
import { textToCustomer } from '#web/features/customers/typed-customer.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { type FormDialogRequest, type FormOpening, useEditedRow, useFormOpening } from '#web/forms/form-opening.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useFormWrite } from '#web/forms/drafts/refused-source.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { useAddForm } from '#web/forms/use-add-form.ts'
import { useOrderStatuses } from '#web/inputs/use-status-name.ts'
import { defaultStatusId, newClaimForm, newOrderForm, orderForm } from './form.ts'
import { ServicePicker } from './prices/service-picker.tsx'
import { useTakenServices } from './prices/use-taken-services.ts'
import { fillField } from './fill-field.ts'
import { markJustAdded } from './just-added.ts'
import { useNewCustomer } from './new-customer.tsx'
import { OrderCustomerField } from './order-customer-field.tsx'
import { AssetField } from './device/asset-field.tsx'
import { PasscodeField } from './device/passcode-field.tsx'
import { DeviceFields, TwoColumns, WorkFields } from './order-fields.tsx'
import { t } from './order-form-texts.ts'

type AddOrderProps = FormDialogRequest & {
  customerId: string | undefined
  /** Makes a warranty claim on this order. */
  claimOf?: string | undefined
  onCreated?: ((orderId: string) => void) | undefined
}

export const orderAddDraftKey = (shopId: string, customerId: string | undefined): string => `order-add/${shopId}/${customerId ?? 'any'}`

export function AddOrderDialog({ customerId, claimOf, onCreated, ...request }: AddOrderProps) {
  const opening = useFormOpening(request, claimOf === undefined ? orderAddDraftKey(request.shopId, customerId) : `order-claim/${claimOf}`)
  const claimed = useEditedRow('orders', claimOf ?? null)
  if (opening === undefined || (claimOf !== undefined && claimed.state === 'loading')) return null
  return <AddOrderForm opening={opening} customerId={customerId} claimed={claimed.state === 'loading' ? undefined : claimed.first} onCreated={onCreated} />
}

type AddOrderFormProps = Pick<AddOrderProps, 'customerId' | 'onCreated'> & { opening: FormOpening; claimed: Order | undefined }

function AddOrderForm({ opening, customerId = '', claimed, onCreated }: AddOrderFormProps) {
  const { shopId, refused } = opening
  const device = useDevice()
  const write = useFormWrite(opening)
  const statuses = useOrderStatuses()
  const { timeZone } = useShopFormat()
  const files = useDraftFiles(opening.draftKey)
  const { form, shell, submit } = useAddForm(opening, {
    definition: orderForm,
    beside: files,
    makeEmpty: () => {
      const chosen = { orderStatusId: defaultStatusId(statuses, 'empty'), dueTimestamp: defaultDueInstant(correctedNow(), timeZone) }
      return claimed === undefined ? newOrderForm({ customerId, ...chosen }) : newClaimForm(claimed, chosen)
    },
  })
  const [chosenId, claimOf] = useWatch({ control: form.control, name: ['customerId', 'claimOf'] })
  const newCustomer = useNewCustomer(shopId, form)
  const taken = useTakenServices(form, shopId)

  /** What was typed stays. */
  const claim = (first: Order): void => {
    const { itemDetails, issueDescription } = newClaimForm(first, form.getValues())
    if (form.getValues('itemDetails').trim() === '') fillField(form, 'itemDetails', itemDetails)
    if (form.getValues('issueDescription').trim() === '') fillField(form, 'issueDescription', issueDescription)
    fillField(form, 'claimOf', first.id)
  }

  /** One form for both, unless this one holds something already. */
  const goOnWith = async (typed: string): Promise<void> => {
    if (shell.isDirty) return newCustomer.ask(typed)
    const customer = await textToCustomer(typed)
    shell.leave()
    openDialog({ kind: 'customer-order', typed: customer })
  }

  const save = submit(async (typed) => {
    const outcome = await runAction({
      run: async () => {
        const orderId = refused?.rowIds[0] ?? device.drafts.firstRowId({ draftKey: opening.draftKey })
        await files.claim(orderId)
        return write(taken.toOps(typed, orderId))
      },
      success: t.created(),
      failure: t.createFailed(),
    })
    if (outcome.ok) files.settle()
    await shell.finish(outcome, ({ ids: [orderId = ''] }) => {
      markJustAdded({ orderId, shopId })
      onCreated?.(orderId)
    })
  })

  return (
    <>
      <FormDialog
        title={claimOf === '' ? t.addNew() : t.warrantyClaim()}
        size="sheet"
        shell={shell}
        onDiscard={files.discard}
        onSubmit={() => void save()}
        submitText={t.add()}
      >
        <TwoColumns
          left={
            <>
              <OrderCustomerField form={form} shopId={shopId} withChat={false} onAddCustomer={newCustomer.ask} onUnknown={(typed) => void goOnWith(typed)} />
              <AssetField form={form} shopId={shopId} onClaim={claim} />
              {claimOf === '' && <ServicePicker form={form} shopId={shopId} taken={taken} />}
              <DeviceFields form={form} shopId={shopId} />
              <PasscodeField form={form} shopId={shopId} />
            </>
          }
          right={<WorkFields form={form} shopId={shopId} />}
        />
        <div className="mt-8 flex flex-col gap-4">
          <OrderPhotos shopId={shopId} orderId={null} draftKey={opening.draftKey} />
          <DraftSignature shopId={shopId} draftKey={opening.draftKey} customerId={chosenId} />
        </div>
      </FormDialog>
      {newCustomer.dialog}
    </>
  )
}
