import { useEffect, useRef } from 'react'
import type { EmployeeListItem } from '#schema/api/answers/row-answers.ts'
import { reads, updateEmployee } from '#web/api/admin-api.ts'
import { OnlineForm } from '../online/online-form.tsx'
import { dataOf, useOnline } from '../online/online-work.tsx'
import { EmployeeFields } from './employee-fields.tsx'
import { editEmployeeForm, employeeFormToBody, employeeToForm } from './form.ts'

/** The Edit Employee panel (APP-27); another shop moves the employee there (APP-29). */
export function EditEmployee({ employee, onClose }: { employee: EmployeeListItem; onClose: () => void }) {
  const shops = useOnline(reads.entityShops(employee.entity_id))
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div className="w-full rounded-md bg-sunken p-4">
      <h4 ref={heading} tabIndex={-1} className="mb-3 font-semibold outline-none">
        Edit Employee
      </h4>
      <OnlineForm
        label="Edit Employee"
        formKey={`employee-edit/${employee.id}`}
        schema={editEmployeeForm.schema}
        opened={employeeToForm(employee)}
        submitText="Update Employee"
        send={(form) => updateEmployee(employee.shop_id, employee.id, employeeFormToBody(form))}
        success="Employee updated successfully!"
        failure="Failed to update employee"
        afterwards="kept"
        onSent={onClose}
        cancel={{ text: 'Cancel', onCancel: onClose }}
      >
        {(form) => (
          <EmployeeFields
            form={form}
            shops={dataOf(shops)}
            labels={editEmployeeForm.inputLabels}
            presentShop={{ value: employee.shop_id, label: `${employee.shop_code} – ${employee.shop_name}` }}
          />
        )}
      </OnlineForm>
    </div>
  )
}
