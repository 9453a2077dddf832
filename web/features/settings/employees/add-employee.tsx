import { createEmployee, reads } from '#web/api/admin-api.ts'
import { OnlineForm } from '../online/online-form.tsx'
import { dataOf, useOnline } from '../online/online-work.tsx'
import { EmployeeFields } from './employee-fields.tsx'
import { addEmployeeForm, employeeFormToBody } from './form.ts'
import { settings } from '../all/settings-texts.ts'
import { t } from '../users/settings-team-texts.ts'

export function AddEmployee({ entityId, formKey, label = t.employees.addNew() }: { entityId: string; formKey: string; label?: string }) {
  const shops = useOnline(reads.entityShops(entityId))
  const [onlyShop, ...others] = dataOf(shops) ?? []
  return (
    <OnlineForm
      label={label}
      formKey={`${formKey}/${entityId}`}
      schema={addEmployeeForm.schema}
      opened={{ ...addEmployeeForm.empty, shopId: others.length === 0 && onlyShop !== undefined ? onlyShop.shop_id : '' }}
      submitText={t.employees.add()}
      busyText={settings.adding()}
      send={(form) => createEmployee(entityId, employeeFormToBody(form))}
      success={t.employees.created()}
      failure={t.employees.createFailed()}
      afterwards="emptied"
    >
      {(form) => <EmployeeFields form={form} labels={addEmployeeForm.inputLabels} shops={dataOf(shops)} />}
    </OnlineForm>
  )
}
