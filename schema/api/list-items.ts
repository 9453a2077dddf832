import type { Employee } from '../collections/people/employees.ts'
import type { Task } from '../collections/work/tasks.ts'
import type { EmployeeListItem, TaskListItem } from './answers/row-answers.ts'

export const taskToListItem = (task: Task, shown: Omit<TaskListItem, keyof Task>): TaskListItem => ({ ...task, ...shown })

export const employeeToListItem = (employee: Employee, shop: { code: string; name: string }): EmployeeListItem => ({
  id: employee.id,
  name: employee.name,
  email: employee.email,
  country_code: employee.countryCode,
  phone: employee.phone,
  alternate_country_code: employee.alternateCountryCode,
  alternate_phone: employee.alternatePhone,
  shop_id: employee.shopId,
  shop_code: shop.code,
  shop_name: shop.name,
  entity_id: employee.entityId,
  user_id: employee.userId,
})
