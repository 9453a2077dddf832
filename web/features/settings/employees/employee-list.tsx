import { Pencil, Trash2 } from 'lucide-react'
import { useState, useEffect, useRef } from 'react'
import type { EmployeeListItem } from '#schema/api/answers/row-answers.ts'
import { formatPhone } from '#schema/values/phone.ts'
import { deleteEmployee, reads, updateEmployee } from '#web/api/admin-api.ts'
import type { CsvTable } from '#web/list-kit/csv-button.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmRow } from '#web/ui/overlays/confirm-row.tsx'
import { deleteEmployeeFailure } from '../online/failures.ts'
import { OnlineList } from '../online/online-list.tsx'
import { useOnline, useOnlineAction, dataOf } from '../online/online-work.tsx'
import { OnlineForm } from '../online/online-form.tsx'
import { EmployeeFields } from './employee-fields.tsx'
import { editEmployeeForm, employeeFormToBody, employeeToForm } from './form.ts'
import { common } from '#web/language/common-texts.ts'
import { settings } from '../all/settings-texts.ts'
import { t } from '../users/settings-team-texts.ts'

export function EmployeeList({ entityId, canEdit = false }: { entityId: string; canEdit?: boolean | undefined }) {
  const employees = useOnline(reads.entityEmployees(entityId))
  const [editedId, setEditedId] = useState<string>()
  return (
    <OnlineList answer={employees} label={t.employees.title()} emptyText={t.employees.none()} rowKey={({ id }) => id} toTable={toEmployeesTable}>
      {(employee) =>
        canEdit && employee.id === editedId ? (
          <EditEmployee employee={employee} onClose={() => setEditedId(undefined)} />
        ) : (
          <>
            <EmployeeLines employee={employee} />
            <span className="ml-auto flex flex-wrap items-center">
              {canEdit && (
                <Button variant="ghost" aria-label={settings.editNamed({ name: employee.name })} onClick={() => setEditedId(employee.id)}>
                  <Pencil aria-hidden="true" />
                  {common.edit()}
                </Button>
              )}
              <DeleteEmployee entityId={entityId} employee={employee} />
            </span>
          </>
        )
      }
    </OnlineList>
  )
}

export const toEmployeesTable = (employees: readonly EmployeeListItem[]): CsvTable => ({
  header: [common.name(), settings.csv.shopCode(), settings.shop(), common.email(), common.phone(), t.employees.altPhone()],
  rows: employees.map((employee) => [
    employee.name,
    employee.shop_code,
    employee.shop_name,
    employee.email,
    phoneText(employee.country_code, employee.phone),
    phoneText(employee.alternate_country_code, employee.alternate_phone),
  ]),
})

function EmployeeLines({ employee }: { employee: EmployeeListItem }) {
  const phones = [phoneText(employee.country_code, employee.phone), phoneText(employee.alternate_country_code, employee.alternate_phone)]
  const reach = [employee.email, ...phones].filter((text) => text !== null && text !== '')
  return (
    <span className="min-w-0 flex-1 basis-56">
      <span className="block font-semibold">{employee.name}</span>
      <span className="block text-sm text-muted">
        {employee.shop_code} – {employee.shop_name}
      </span>
      {reach.length > 0 && <span className="block text-sm break-words text-muted tabular-nums">{reach.join(' · ')}</span>}
    </span>
  )
}

const phoneText = (code: string | null, phone: string | null): string => (phone === null ? '' : `${code ?? ''} ${formatPhone(code, phone)}`.trim())

function DeleteEmployee({ entityId, employee }: { entityId: string; employee: EmployeeListItem }) {
  const perform = useOnlineAction()
  const [isBusy, setIsBusy] = useState(false)
  return (
    <ConfirmRow
      label={common.delete()}
      icon={<Trash2 aria-hidden="true" />}
      question={t.employees.sureToDelete({ name: employee.name })}
      busy={isBusy}
      onConfirm={() => {
        setIsBusy(true)
        void perform({ run: () => deleteEmployee(entityId, employee.id), success: t.employees.deleted(), failure: deleteEmployeeFailure }).finally(() =>
          setIsBusy(false),
        )
      }}
    />
  )
}

/** Changing the shop moves the employee there. */
function EditEmployee({ employee, onClose }: { employee: EmployeeListItem; onClose: () => void }) {
  const shops = useOnline(reads.entityShops(employee.entity_id))
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div className="w-full rounded-md bg-sunken p-4">
      <h4 ref={heading} tabIndex={-1} className="mb-3 font-semibold outline-none">
        {t.employees.edit()}
      </h4>
      <OnlineForm
        label={t.employees.edit()}
        formKey={`employee-edit/${employee.id}`}
        schema={editEmployeeForm.schema}
        opened={employeeToForm(employee)}
        submitText={t.employees.update()}
        send={(form) => updateEmployee(employee.shop_id, employee.id, employeeFormToBody(form))}
        success={t.employees.updated()}
        failure={t.employees.updateFailed()}
        afterwards="kept"
        onSent={onClose}
        cancel={{ text: common.cancel(), onCancel: onClose }}
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
