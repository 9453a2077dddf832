import { type Service, services } from '#schema/collections/stock/services.ts'
import { defineForm, type FormOf } from '#web/forms/define-form.ts'
import { t } from './service-form-texts.ts'

export const serviceForm = defineForm(services, {
  name: { inputLabel: t.repair() },
  kind: { inputLabel: t.kind() },
  brand: {},
  model: {},
  price: {},
  minutes: {},
  warrantyDays: {},
  productId: { label: t.part() },
  taxRateId: {},
  archived: {},
})

export type ServiceForm = FormOf<typeof serviceForm>

/** A new service begins with the device of the one before. */
export const newServiceForm = (before: Pick<Service, 'kind' | 'brand' | 'model'> | undefined): ServiceForm => ({
  ...serviceForm.empty,
  ...(before && { kind: before.kind ?? '', brand: before.brand ?? '', model: before.model ?? '' }),
})
