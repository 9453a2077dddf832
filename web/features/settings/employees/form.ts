import type { EmployeeListItem } from '#schema/api/answers/row-answers.ts'
import { employees } from '#schema/collections/people/employees.ts'
import { missingCountryCodeMessages } from '#schema/rules/customers/phone-pairs.ts'
import type { EmployeeBody } from '#web/api/admin-api.ts'
import { defineForm, type FormOf } from '#web/forms/define-form.ts'
import { answerToPhones, contactFields, contactPhones, optionalEmail } from '../online/contact.ts'
import { settings } from '../all/settings-texts.ts'
import { t } from '../users/settings-team-texts.ts'

/** `incomplete`: the error for a missing name or shop. */
const defineEmployeeForm = (incomplete: string, phoneLabel: string) =>
  defineForm(
    employees,
    {
      name: { required: incomplete, inputLabel: t.employees.name() },
      shopId: { required: incomplete, label: settings.shop(), inputLabel: settings.shop() },
      email: optionalEmail,
      ...contactFields,
      phone: { inputLabel: phoneLabel },
    },
    { phones: contactPhones(missingCountryCodeMessages) },
  )

export const addEmployeeForm = defineEmployeeForm(t.employees.incompleteNew(), t.employees.phoneNumber())
export const editEmployeeForm = defineEmployeeForm(t.employees.incomplete(), t.employees.primaryPhone())

export type EmployeeForm = FormOf<typeof addEmployeeForm>

/** Body of both POST and PUT; null clears a field. */
export const employeeFormToBody = (form: EmployeeForm): EmployeeBody => addEmployeeForm.toValues(form)

export const employeeToForm = (employee: EmployeeListItem): EmployeeForm =>
  editEmployeeForm.toForm({ name: employee.name, shopId: employee.shop_id, email: employee.email, ...answerToPhones(employee) })
