import { Plus } from 'lucide-react'
import { type MouseEvent, useEffect, useRef, useState, useMemo } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { assetToChoice } from '#schema/values/assets/asset-title.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import { AssetDialog } from '#web/features/assets/asset-dialog.tsx'
import { useAssetsOfCustomer, useRowsById, useWarranty } from '#web/device/react/use-answers.ts'
import { useIsFirstSync } from '#web/device/react/use-device.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { type OrderForm, orderForm } from '../form.ts'
import { useFilledDetails } from './use-filled-details.ts'
import { earlierOrdersToText, sortEarlier } from '#schema/rules/assets/earlier-orders.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { useStatusNames } from '#web/inputs/use-status-name.ts'
import { deviceKindToText } from '#web/language/set-names-texts.ts'
import { inSentence } from '#web/language/staff-texts.ts'
import { useNow } from '#web/inputs/time/use-now.ts'
import { dashboardPath } from '#web/navigation/paths.ts'
import { isUnderWarranty } from '#schema/rules/orders/warranty.ts'
import { localDayOfMs } from '#schema/rules/text/calendar.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { WarrantyText } from '../head/order-warranty.tsx'
import { useCustomerOrders } from '../use-customer-orders.ts'
import { t } from '../order-form-texts.ts'

type AssetFieldProps = {
  form: UseFormReturn<OrderForm>
  shopId: string
  /** The open order, excluded from the earlier ones. */
  orderId?: string | undefined
  /** Makes the new order a warranty claim on this earlier one. */
  onClaim?: ((first: Order) => void) | undefined
}

/** Up to this many devices also get buttons. */
const mostOffered = 3

/** Chooses the customer's device, which fills an empty Device Details. */
export function AssetField({ form, shopId, orderId, onClaim }: AssetFieldProps) {
  const [customerId, assetId, claimOf] = useWatch({ control: form.control, name: ['customerId', 'assetId', 'claimOf'] })
  const assets = useAssetsOfCustomer(shopId, customerId)
  const [isAdding, setIsAdding] = useState(false)
  const formerCustomer = useRef(customerId)
  const isFirstSync = useIsFirstSync()
  /** Just created; the list has it soon. */
  const [madeId, setMadeId] = useState('')

  useEffect(() => {
    if (formerCustomer.current === customerId) return
    formerCustomer.current = customerId
    // A device belongs to one customer, and a claim to one device.
    if (form.getValues('assetId') !== '') form.setValue('assetId', '', { shouldDirty: true })
    if (form.getValues('claimOf') !== '') form.setValue('claimOf', '', { shouldDirty: true })
  }, [form, customerId])

  useFilledDetails(
    form,
    assets?.find(({ id }) => id === assetId),
  )

  const chooseOffered = (id: string, { nativeEvent }: MouseEvent): void => {
    form.setValue('assetId', id, { shouldDirty: true })
    // Moves on to the issue, since the button disappears. Not on touch: it would open the keyboard over the form.
    if (!(nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch')) form.setFocus('issueDescription')
  }

  if (customerId === '') return null
  const options = [{ value: '', label: t.notChosen() }, ...(assets ?? []).map((asset) => ({ value: asset.id, label: assetToChoice(asset, deviceKindToText) }))]
  const isKnown = options.some(({ value }) => value === assetId)
  const unknownLabel = assets === undefined || assetId === madeId || isFirstSync ? t.reading() : t.deviceDeleted()
  return (
    <div className="flex flex-col gap-1">
      <Field
        label={orderForm.inputLabels.assetId}
        error={form.formState.errors.assetId?.message}
        aside={
          <button
            type="button"
            className="-my-3.5 flex min-h-11 items-center gap-1 rounded-sm px-1 text-sm text-accent-ink hover:underline [&_svg]:size-4"
            onClick={() => setIsAdding(true)}
          >
            <Plus aria-hidden="true" />
            {t.addDevice()}
          </button>
        }
      >
        <Select
          name="assetId"
          // A serial number that is cut off reads as another one.
          className="[&>select]:whitespace-normal"
          value={assetId}
          options={isKnown ? options : [...options, { value: assetId, label: unknownLabel }]}
          onChange={(event) => {
            form.setValue('assetId', event.target.value, { shouldDirty: true })
            if (assetId !== '' && claimOf !== '') form.setValue('claimOf', '', { shouldDirty: true })
          }}
        />
      </Field>
      {assetId === '' && assets !== undefined && assets.length > 0 && assets.length <= mostOffered && (
        <div className="flex flex-wrap gap-2">
          {assets.map((asset) => (
            <Button key={asset.id} className="min-w-0 max-w-full" onClick={(event) => chooseOffered(asset.id, event)}>
              <span className="truncate">{assetToChoice(asset, deviceKindToText)}</span>
            </Button>
          ))}
        </div>
      )}
      {assetId !== '' && (
        <EarlierOrders shopId={shopId} customerId={customerId} assetId={assetId} orderId={orderId} onClaim={claimOf === '' ? onClaim : undefined} />
      )}
      {isAdding && (
        <AssetDialog
          shopId={shopId}
          customerId={customerId}
          onClose={() => setIsAdding(false)}
          onCreated={(id) => {
            setMadeId(id)
            form.setValue('assetId', id, { shouldDirty: true })
          }}
        />
      )}
    </div>
  )
}

type EarlierOrdersProps = Pick<AssetFieldProps, 'shopId' | 'orderId' | 'onClaim'> & { customerId: string; assetId: string }

/** Earlier orders of the chosen asset, as stored here; the last one opens in a new tab, so that typed input stays. */
function EarlierOrders({ shopId, customerId, assetId, orderId, onClaim }: EarlierOrdersProps) {
  const now = useNow()
  const { timeZone } = useShopFormat()
  const statusName = useStatusNames()
  const { rows } = useCustomerOrders({ shopId, customerId })
  const ids = useMemo(() => rows.map(({ order }) => order.id), [rows])
  const orders = useRowsById('orders', shopId, ids)
  const earlier = sortEarlier((orders ?? []).filter((order) => order.assetId === assetId && order.id !== orderId))
  const text = earlierOrdersToText(earlier, { now, timeZone, statusToText: (id) => inSentence(statusName(id)), texts: t })
  const last = earlier[0]
  const pickedUp = earlier.find(({ orderStatusId }) => orderStatusId === orderStatusIdByName['Picked up'])
  const warranty = useWarranty(shopId, pickedUp)
  if (text === undefined || last === undefined) return null
  const isValid = isUnderWarranty(warranty?.until ?? null, localDayOfMs(now.getTime(), timeZone))
  return (
    <>
      <p className="text-sm text-muted">
        {text}{' '}
        {warranty !== undefined && warranty.until !== null && isValid && (
          <>
            <WarrantyText until={warranty.until} isValid />
            {'. '}
          </>
        )}
        <a
          href={dashboardPath({ shopId, orderId: last.id })}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 items-center text-accent-ink hover:underline pointer-fine:min-h-0"
        >
          {t.openLast()}
        </a>
      </p>
      {pickedUp !== undefined && isValid && onClaim !== undefined && (
        <Button className="self-start" onClick={() => onClaim(pickedUp)}>
          {t.claim()}
        </Button>
      )}
    </>
  )
}
