import { z } from 'zod'
import { suppliers, type Supplier } from '../collections/stock/suppliers.ts'
import { countryCodeSchema } from '../fields.ts'
import { keepDigits, normalizeCountryCode } from '../rules/customers/phone.ts'
import { missingCountryCodeMessages } from '../rules/customers/phone-pairs.ts'
import { checkedBy, textToNullable } from './checked-by.ts'
import { defaultCountryCode } from './customer.ts'

const { fields } = suppliers

/** What a supplier's form holds: texts as typed, the phone as digits (VAL-71, VAL-58). */
export const supplierFormSchema = z
  .object({
    supplierName: checkedBy(fields.supplierName.schema),
    contactName: checkedBy(fields.contactName.schema),
    email: checkedBy(fields.email.schema),
    countryCode: z.string(),
    phone: checkedBy(fields.phone.schema),
    address: checkedBy(fields.address.schema),
    notes: checkedBy(fields.notes.schema),
  })
  .superRefine(({ countryCode, phone }, context) => {
    if (phone === '') return
    // A lone '+' is what an emptied input may keep.
    const code = countryCodeSchema(missingCountryCodeMessages.countryCode).safeParse(countryCode.trim() === '+' ? '' : countryCode)
    if (!code.success) context.addIssue({ code: 'custom', path: ['countryCode'], message: code.error.issues[0]?.message ?? '' })
  })

export type SupplierForm = z.input<typeof supplierFormSchema>
export type SupplierFormField = keyof SupplierForm

export type SupplierValues = Pick<Supplier, SupplierFormField>

export const emptySupplierForm: Readonly<SupplierForm> = {
  supplierName: '',
  contactName: '',
  email: '',
  countryCode: defaultCountryCode,
  phone: '',
  address: '',
  notes: '',
}

/** Total: also takes a form that is not valid yet. Without a number there is no country code. */
export function supplierFormToValues(form: SupplierForm): SupplierValues {
  const phone = keepDigits(form.phone)
  return {
    supplierName: form.supplierName.trim(),
    contactName: textToNullable(form.contactName.trim()),
    email: textToNullable(form.email.trim()),
    countryCode: phone === '' ? null : normalizeCountryCode(form.countryCode),
    phone: textToNullable(phone),
    address: textToNullable(form.address.trim()),
    notes: textToNullable(form.notes),
  }
}

export function supplierToForm(supplier: SupplierValues): SupplierForm {
  return {
    supplierName: supplier.supplierName,
    contactName: supplier.contactName ?? '',
    email: supplier.email ?? '',
    countryCode: supplier.countryCode ?? defaultCountryCode,
    phone: supplier.phone ?? '',
    address: supplier.address ?? '',
    notes: supplier.notes ?? '',
  }
}
