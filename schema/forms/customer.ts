import { z } from 'zod'
import { customers, type Customer } from '../collections/work/customers.ts'
import { countryCodeSchema, emailSchema, phoneMessage, phoneSchema } from '../fields.ts'
import { keepDigits, normalizeCountryCode } from '../rules/customers/phone.ts'
import { accessCodeMaxLength, accessCodeMinLength } from '../rules/customers/portal.ts'
import { checkedBy, textToNullable } from './checked-by.ts'

/** CONST-02. */
export const defaultCountryCode = '+1'

export const alternateCountryCodeMessage = 'Please provide a country code when entering an alternate phone number.'

/** What a customer's form holds: texts as typed (phones: digits). Only the combined form shows the notes (AMB-90). */
export const customerFormSchema = z
  .object({
    name: checkedBy(customers.fields.name.schema),
    countryCode: checkedBy(countryCodeSchema('Country code is required')),
    phone: checkedBy(phoneSchema('Phone number is required')),
    alternateCountryCode: z.string(),
    alternatePhone: z.string(),
    email: z.string().refine((value) => value.trim() === '' || isEmail(value), { error: (issue) => emailProblem(issue.input) }),
    customerNotes: checkedBy(customers.fields.customerNotes.schema),
  })
  .superRefine(({ alternateCountryCode, alternatePhone }, context) => {
    if (alternatePhone === '') return
    const phone = phoneSchema(phoneMessage).safeParse(alternatePhone)
    if (!phone.success) context.addIssue({ code: 'custom', path: ['alternatePhone'], message: firstMessage(phone.error) })
    const code = countryCodeSchema(alternateCountryCodeMessage).safeParse(alternateCountryCode)
    if (!code.success) context.addIssue({ code: 'custom', path: ['alternateCountryCode'], message: firstMessage(code.error) })
  })

export type CustomerForm = z.input<typeof customerFormSchema>

/** AMB-89: set through REST only, online; '' means unchanged. */
export const accessCodeSchema = z
  .string()
  .trim()
  .refine((code) => code === '' || (code.length >= accessCodeMinLength && code.length <= accessCodeMaxLength), {
    error: `Access code must be ${accessCodeMinLength}-${accessCodeMaxLength} characters`,
  })

export const emptyCustomerForm: Readonly<CustomerForm> = {
  name: '',
  countryCode: defaultCountryCode,
  phone: '',
  alternateCountryCode: defaultCountryCode,
  alternatePhone: '',
  email: '',
  customerNotes: '',
}

export type CustomerValues = Pick<Customer, 'name' | 'countryCode' | 'phone' | 'alternateCountryCode' | 'alternatePhone' | 'email' | 'customerNotes'>

/** Total: also takes a form that is not valid yet. A number that is missing takes its country code with it. */
export function customerFormToValues(form: CustomerForm): CustomerValues {
  const phone = keepDigits(form.phone)
  const alternatePhone = keepDigits(form.alternatePhone)
  return {
    name: form.name.trim(),
    countryCode: phone === '' ? null : normalizeCountryCode(form.countryCode),
    phone: textToNullable(phone),
    alternateCountryCode: alternatePhone === '' ? null : normalizeCountryCode(form.alternateCountryCode),
    alternatePhone: textToNullable(alternatePhone),
    email: textToNullable(form.email.trim()),
    customerNotes: textToNullable(form.customerNotes),
  }
}

export function customerToForm(customer: CustomerValues): CustomerForm {
  return {
    name: customer.name,
    countryCode: customer.countryCode ?? defaultCountryCode,
    phone: customer.phone ?? '',
    alternateCountryCode: customer.alternateCountryCode ?? defaultCountryCode,
    alternatePhone: customer.alternatePhone ?? '',
    email: customer.email ?? '',
    customerNotes: customer.customerNotes ?? '',
  }
}

const formEmail = emailSchema('Invalid email address')

const isEmail = (text: string): boolean => formEmail.safeParse(text).success

const emailProblem = (text: unknown): string => {
  const result = formEmail.safeParse(text)
  return result.success ? '' : firstMessage(result.error)
}

const firstMessage = (error: z.ZodError): string => error.issues[0]?.message ?? ''
