import { createEmployee, reads } from '#web/api/admin-api.ts'
import { OnlineForm } from '../online/online-form.tsx'
import { dataOf, useOnline } from '../online/online-work.tsx'
import { EmployeeFields } from './employee-fields.tsx'
import { addEmployeeForm, employeeFormToBody } from './form.ts'

export function AddEmployee({ entityId, formKey, label = 'Add New Employee' }: { entityId: string; formKey: string; label?: string }) {
  const shops = useOnline(reads.entityShops(entityId))
  const [onlyShop, ...others] = dataOf(shops) ?? []
  return (
    <OnlineForm
      label={label}
      formKey={`${formKey}/${entityId}`}
      schema={addEmployeeForm.schema}
      opened={{ ...addEmployeeForm.empty, shopId: others.length === 0 && onlyShop !== undefined ? onlyShop.shop_id : '' }}
      submitText="Add Employee"
      busyText="Adding..."
      send={(form) => createEmployee(entityId, employeeFormToBody(form))}
      success="Employee created successfully!"
      failure="Failed to create employee"
      afterwards="emptied"
    >
      {(form) => <EmployeeFields form={form} labels={addEmployeeForm.inputLabels} shops={dataOf(shops)} />}
    </OnlineForm>
  )
}
