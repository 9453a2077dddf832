import { MessageCircle } from 'lucide-react'
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import { phoneToChatLink } from '#schema/values/phone.ts'
import { useEmployees } from '#web/device/react/use-device.ts'
import { DueField } from '#web/inputs/time/due-field.tsx'
import { EmployeeSelect } from '#web/inputs/employee-select.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { type TaskForm, taskForms } from './form.ts'

const labels = taskForms.shop.inputLabels

type TaskFieldsProps = { form: UseFormReturn<TaskForm>; shopId: string; withCompleted: boolean }

/** TASK-17..20. */
export function TaskFields({ form, shopId, withCompleted }: TaskFieldsProps) {
  const { errors } = form.formState
  const [assignedId, completed] = useWatch({ control: form.control, name: ['assignedEmployeeId', 'completed'] })
  return (
    <div className="flex flex-col gap-4">
      <Field label={labels.description} required error={errors.description?.message}>
        <TextArea rows={3} {...form.register('description')} />
      </Field>
      <div className="flex items-end gap-2">
        <Field label={labels.assignedEmployeeId} error={errors.assignedEmployeeId?.message} className="flex-1">
          <EmployeeSelect shopId={shopId} assignedId={assignedId} {...form.register('assignedEmployeeId')} />
        </Field>
        <EmployeeChat shopId={shopId} employeeId={assignedId} />
      </div>
      <Controller
        control={form.control}
        name="dueTimestamp"
        render={({ field, fieldState }) => (
          <DueField value={field.value} onValueChange={field.onChange} error={fieldState.error?.message} isFinished={completed} />
        )}
      />
      {withCompleted && <Checkbox label={labels.completed} {...form.register('completed')} />}
    </div>
  )
}

/** A chat with whoever has the task, if they have a phone (TASK-18, AMB-82). */
function EmployeeChat({ shopId, employeeId }: { shopId: string; employeeId: string }) {
  const employee = useEmployees(shopId).find(({ id }) => id === employeeId)
  const link = employee === undefined ? null : phoneToChatLink(employee.countryCode, employee.phone)
  if (link === null) return null
  return (
    <a href={link} target="_blank" rel="noopener noreferrer" className={buttonClass('secondary')}>
      <MessageCircle aria-hidden="true" />
      WhatsApp
    </a>
  )
}
