import { assets } from '#schema/collections/work/assets.ts'
import { defineForm, type FormOf } from '#web/forms/define-form.ts'

/** A customer's device as it is typed; nothing of it is required (ASSET-01). */
export const assetForm = defineForm(assets, {
  kind: { empty: 'phone' },
  brand: {},
  model: {},
  serial: {},
  imei: {},
  color: {},
  notes: {},
})

export type AssetForm = FormOf<typeof assetForm>
export type AssetFormField = keyof AssetForm
