import { suppliers } from '#schema/collections/stock/suppliers.ts'
import { missingCountryCodeMessages } from '#schema/rules/customers/phone-pairs.ts'
import { defineForm, type FormOf } from '#web/forms/define-form.ts'

export const supplierForm = defineForm(
  suppliers,
  { supplierName: {}, contactName: {}, email: {}, countryCode: {}, phone: {}, address: {}, notes: {} },
  { phones: [{ code: 'countryCode', phone: 'phone', missingCode: missingCountryCodeMessages.countryCode, isPlusNone: true }] },
)

export type SupplierForm = FormOf<typeof supplierForm>
