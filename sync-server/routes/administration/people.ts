import { z } from 'zod'
import { teamAnswer } from '#schema/api/answers/account-answers.ts'
import { employeeListItemAnswer } from '#schema/api/answers/row-answers.ts'
import { userAnswer, userNameAnswer } from '#schema/api/answers/sync-answers.ts'
import { listAllUsers, listColleagues, listUsersForStaffing } from '../../queries/people/people.ts'
import { listTeam } from '../../queries/people/team.ts'
import { findShop } from '../../queries/shops.ts'
import { listEmployees } from '../../queries/rows/shop-lists.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { readShopId } from '../shop-data/row-routes.ts'

export const peopleRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/team',
    summary: 'Users and employees as one list of people: role, shops, who gets work, who signs in, and when they were last seen',
    access: { who: 'holder', anyOf: ['view_app_setting'] },
    answer: teamAnswer,
    handler: ({ services }) => listTeam(services.reader),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/users',
    summary:
      'Everybody for administrators; for view_entity_setting everybody too, outside of the own entities by name and login ID only; for others the names of those who share a shop with them (AMB-32)',
    access: { who: 'signed-in' },
    answer: z.array(z.union([userAnswer, userNameAnswer])),
    handler: ({ services, steps, caller }) => {
      if (caller.privileges.has('view_app_setting')) return listAllUsers(services.reader, steps, { withDisabled: true })
      return caller.privileges.has('view_entity_setting')
        ? listUsersForStaffing(services.reader, steps, caller.userId)
        : listColleagues(services.reader, steps, caller)
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/employees',
    summary: 'Employees of the shop by name: who work can be assigned to',
    access: { who: 'member', action: 'read', collection: 'employees' },
    answer: z.array(employeeListItemAnswer),
    handler: async ({ services, steps, params }) => {
      const shop = await findShop(services.reader, readShopId(params))
      return shop ? listEmployees(services.reader, steps, shop) : []
    },
  }),
]
