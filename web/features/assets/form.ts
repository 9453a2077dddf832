import { assets } from '#schema/collections/work/assets.ts'
import { defineForm, type FormOf } from '#web/forms/define-form.ts'

/** A customer's device as it is typed; nothing of it is required. */
export const assetForm = defineForm(assets, {
  kind: { empty: 'phone' },
  brand: {},
  model: {},
  serial: {},
  imei: {},
  color: {},
  notes: {},
})

/** Where a device that is being added to the customer is kept while it is typed. */
export const assetAddDraftKey = (customerId: string): string => `asset-add/${customerId}`

export type AssetForm = FormOf<typeof assetForm>
export type AssetFormField = keyof AssetForm
