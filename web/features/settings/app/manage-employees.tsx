import { AddEmployee } from '../employees/add-employee.tsx'
import { EmployeeList } from '../employees/employee-list.tsx'
import { SubHeading } from '../online/section.tsx'
import { EntityPicker } from './entity-picker.tsx'

/** Manage Employees (APP-17..21). */
export function ManageEmployees() {
  return (
    <EntityPicker>
      {(entityId) => (
        <>
          <SubHeading>Add New Employee</SubHeading>
          <AddEmployee entityId={entityId} formKey="employee-add" />
          <SubHeading>Employees</SubHeading>
          <EmployeeList entityId={entityId} />
        </>
      )}
    </EntityPicker>
  )
}
