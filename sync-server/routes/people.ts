import { z } from 'zod'
import { employeeListItemAnswer } from '#schema/api/row-answers.ts'
import { userAnswer, userNameAnswer } from '#schema/api/sync-answers.ts'
import { employeeToListItem } from '#schema/wire.ts'
import { listAllUsers, listColleagues } from '../access/people.ts'
import { findShop } from '../access/shops.ts'
import { listRows } from '../store/read.ts'
import { defineRoute, type Route } from './registry.ts'
import { readShopId } from './row-routes.ts'

export const peopleRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/users',
    summary: 'Everybody for administrators; for others the names of those who share a shop with them (AMB-32)',
    access: { who: 'signed-in' },
    answer: z.union([z.array(userAnswer), z.array(userNameAnswer)]),
    handler: ({ services, caller }) => {
      const administers = caller.privileges.has('view_app_setting') || caller.privileges.has('view_entity_setting')
      return administers ? listAllUsers(services.reader, { withDisabled: caller.privileges.has('view_app_setting') }) : listColleagues(services.reader, caller.userId)
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
