import { assets } from '#schema/collections/work/assets.ts'
import { defineForm, type FormOf } from '#web/forms/define-form.ts'

/** Form of a customer's device; no field is required. */
export const assetForm = defineForm(assets, {
  kind: { empty: 'phone' },
  brand: {},
  model: {},
  serial: {},
  imei: {},
  color: {},
  notes: {},
})

/** Draft key of a device being added to the customer. */
export const assetAddDraftKey = (customerId: string): string => `asset-add/${customerId}`

export type AssetForm = FormOf<typeof assetForm>
export type AssetFormField = keyof AssetForm
