import type { EmployeeListItem } from '#schema/api/answers/row-answers.ts'
import { employees } from '#schema/collections/people/employees.ts'
import { missingCountryCodeMessages } from '#schema/rules/customers/phone-pairs.ts'
import type { EmployeeBody } from '#web/api/admin-api.ts'
import { defineForm, type FormOf } from '#web/forms/define-form.ts'
import { answerToPhones, contactFields, contactPhones, optionalEmail } from '../online/contact.ts'

/** `incomplete`: the error for a missing name or shop. */
const defineEmployeeForm = (incomplete: string, phoneLabel: string) =>
  defineForm(
    employees,
    {
      name: { required: incomplete, inputLabel: 'Employee Name' },
      shopId: { required: incomplete, label: 'Shop' },
      email: optionalEmail,
      ...contactFields,
      phone: { inputLabel: phoneLabel },
    },
    { phones: contactPhones(missingCountryCodeMessages) },
  )

export const addEmployeeForm = defineEmployeeForm('Please select an entity, provide employee name, and select a shop.', 'Phone Number')
export const editEmployeeForm = defineEmployeeForm('Please provide employee name and select a shop.', 'Primary Phone')

export type EmployeeForm = FormOf<typeof addEmployeeForm>

/** Body of both POST and PUT; null clears a field. */
export const employeeFormToBody = (form: EmployeeForm): EmployeeBody => addEmployeeForm.toValues(form)

export const employeeToForm = (employee: EmployeeListItem): EmployeeForm =>
  editEmployeeForm.toForm({ name: employee.name, shopId: employee.shop_id, email: employee.email, ...answerToPhones(employee) })
