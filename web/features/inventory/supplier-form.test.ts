import { describe, expect, it } from 'vitest'
import { type SupplierForm, supplierForm } from './supplier-form.ts'

const form = (values: Partial<SupplierForm> = {}): SupplierForm => ({ ...supplierForm.empty, supplierName: 'Parts Ltd', ...values })
const messages = (values: Partial<SupplierForm>) => supplierForm.schema.safeParse(form(values)).error?.issues.map(({ path, message }) => [path.join(), message])

describe('the form of a supplier', () => {
  it.each([
    [{ supplierName: ' ' }, [['supplierName', 'Supplier name is required']]],
    [{ email: 'at' }, [['email', 'Invalid email format']]],
    [{ phone: '123' }, [['phone', 'Phone must contain only digits, 6-15 characters']]],
    [{ phone: '5551234', countryCode: '' }, [['countryCode', 'Please provide a country code when entering a phone number.']]],
    [{ phone: '5551234', countryCode: '+0' }, [['countryCode', 'Country code must start with + and contain 1-4 digits (e.g., +1, +44)']]],
    [{ countryCode: '' }, undefined],
  ])('says what is wrong with %j', (values, expected) => {
    expect(messages(values)).toEqual(expected)
  })

  it('keeps no country code without a phone, and comes back as it was', () => {
    expect(supplierForm.toValues(form())).toEqual({
      supplierName: 'Parts Ltd',
      contactName: null,
      email: null,
      countryCode: null,
      phone: null,
      address: null,
      notes: null,
    })
    const typed = form({ contactName: 'Ada', phone: '5551234', countryCode: '+44', address: '1 Road', notes: 'Mondays' })
    expect(supplierForm.toForm(supplierForm.toValues(typed))).toEqual(typed)
  })
})
