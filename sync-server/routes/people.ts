import { z } from 'zod'
import { employeeListItemAnswer } from '#schema/api/row-answers.ts'
import { userAnswer, userNameAnswer } from '#schema/api/sync-answers.ts'
import { employeeToListItem } from '#schema/wire.ts'
import { listAllUsers, listColleagues, listUsersForStaffing } from '../access/people.ts'
import { findShop } from '../access/shops.ts'
import { listRows } from '../store/read.ts'
import { defineRoute, type Route } from './registry.ts'
import { readShopId } from './row-routes.ts'

export const peopleRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/users',
    summary: 'Everybody for administrators; for view_entity_setting everybody too, outside of the own entities by name and login ID only; for others the names of those who share a shop with them (AMB-32)',
    access: { who: 'signed-in' },
    answer: z.array(z.union([userAnswer, userNameAnswer])),
    handler: ({ services, caller }) => {
      if (caller.privileges.has('view_app_setting')) return listAllUsers(services.reader, { withDisabled: true })
      return caller.privileges.has('view_entity_setting') ? listUsersForStaffing(services.reader, caller.userId) : listColleagues(services.reader, caller)
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/employees',
    summary: 'Employees of the shop by name: who work can be assigned to',
    access: { who: 'member', action: 'read', collection: 'employees' },
    answer: z.array(employeeListItemAnswer),
    handler: async ({ services, params }) => {
      const shopId = readShopId(params)
      const shop = await findShop(services.reader, shopId)
      const employees = await listRows(services.reader, 'employees', shopId)
      if (!shop) return []
      return employees.sort((one, other) => one.name.localeCompare(other.name, 'en', { sensitivity: 'base' })).map((employee) => employeeToListItem(employee, shop))
    },
  }),
]
