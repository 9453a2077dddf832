import { z } from 'zod'
import type { EmployeeListItem } from '../api/answers/row-answers.ts'
import { checkContact, contactFields, contactMessages, contactToForm, emptyContact, formToContact, optionalEmailText } from './contact.ts'

const employeeSchema = (incomplete: string) =>
  z
    .object({
      name: z
        .string()
        .refine((name) => name.trim() !== '', { error: incomplete, abort: true })
        .refine((name) => name.trim().length <= 200, { error: 'Name must be at most 200 characters' }),
      shopId: z.string().min(1, { error: incomplete }),
      email: optionalEmailText,
      ...contactFields,
    })
    .superRefine(checkContact(contactMessages))

/** Add New Employee (APP-18, VAL-54). */
export const employeeAddSchema = employeeSchema('Please select an entity, provide employee name, and select a shop.')
/** Edit Employee (APP-27, VAL-55). */
export const employeeEditSchema = employeeSchema('Please provide employee name and select a shop.')

export type EmployeeForm = z.input<typeof employeeAddSchema>

export const emptyEmployeeForm: Readonly<EmployeeForm> = { name: '', shopId: '', email: '', ...emptyContact }

/** Common to API-76 and API-78; null clears. */
export const employeeFormToBody = (form: EmployeeForm) => ({
  name: form.name.trim(),
  shopId: form.shopId,
  email: form.email.trim() === '' ? null : form.email.trim(),
  ...formToContact(form),
})

export type EmployeeBody = ReturnType<typeof employeeFormToBody>

export const employeeToForm = (employee: EmployeeListItem): EmployeeForm => ({
  name: employee.name,
  shopId: employee.shop_id,
  email: employee.email ?? '',
  ...contactToForm({
    countryCode: employee.country_code,
    phone: employee.phone,
    alternateCountryCode: employee.alternate_country_code,
    alternatePhone: employee.alternate_phone,
  }),
})
