import { Plus, Trash2 } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { v7 } from 'uuid'
import { AssetFields } from '#web/features/assets/asset-fields.tsx'
import { type AssetForm, assetForm } from '#web/features/assets/form.ts'
import { type OrderForm, orderForm } from '../form.ts'
import { useFilledDetails } from './use-filled-details.ts'
import { t } from '../order-form-texts.ts'

type NewAssetFieldProps = {
  form: UseFormReturn<OrderForm>
  /** Form of the device with the order's `assetId`; unused while that is empty. */
  asset: UseFormReturn<AssetForm>
}

const trimmed = (text: string): string => text.trim().replaceAll(/\s+/g, ' ')

/** A device typed together with a new customer and stored with both. */
export function NewAssetField({ form, asset }: NewAssetFieldProps) {
  const part = useRef<HTMLElement>(null)
  const assetId = useWatch({ control: form.control, name: 'assetId' })
  const [brand, model] = useWatch({ control: asset.control, name: ['brand', 'model'] })
  const hasDevice = assetId !== ''
  const device = useMemo(() => (hasDevice ? { brand: trimmed(brand), model: trimmed(model) } : undefined), [hasDevice, brand, model])
  useFilledDetails(form, device)

  const add = (): void => {
    // The id is fixed before storing, so that a retry never creates a second device.
    form.setValue('assetId', v7(), { shouldDirty: true })
    requestAnimationFrame(() => part.current?.querySelector<HTMLElement>('input, select')?.focus())
  }
  const remove = (): void => {
    asset.reset({ ...assetForm.empty })
    form.setValue('assetId', '', { shouldDirty: true })
  }
  const Icon = hasDevice ? Trash2 : Plus
  return (
    <section ref={part} aria-label={orderForm.inputLabels.assetId} className="flex min-w-0 flex-col gap-2">
      <div className="flex items-baseline justify-between gap-3">
        <span className="text-sm font-semibold">{orderForm.inputLabels.assetId}</span>
        <button
          type="button"
          aria-expanded={hasDevice}
          className="-my-3.5 flex min-h-11 items-center gap-1 rounded-sm px-1 text-sm text-accent-ink hover:underline [&_svg]:size-4"
          onClick={hasDevice ? remove : add}
        >
          <Icon aria-hidden="true" />
          {hasDevice ? t.removeDevice() : t.addDevice()}
        </button>
      </div>
      {hasDevice && (
        <div className="border-l-2 border-line pl-3">
          <AssetFields form={asset} />
        </div>
      )}
    </section>
  )
}
