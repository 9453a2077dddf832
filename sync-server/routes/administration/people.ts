import { z } from 'zod'
import { employeeListItemAnswer } from '#schema/api/answers/row-answers.ts'
import { userAnswer, userNameAnswer } from '#schema/api/answers/sync-answers.ts'
import { employeeToListItem } from '#schema/wire.ts'
import { listAllUsers, listColleagues, listUsersForStaffing } from '../../queries/people/people.ts'
import { findShop } from '../../queries/shops.ts'
import { compareNames } from '../../lists/compare-names.ts'
import { sortInSteps } from '../../lists/list-steps.ts'
import { compareMade, readKeys, rowsToList } from '../../queries/rows/list-rows.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { readShopId } from '../shop-data/row-routes.ts'

export const peopleRoutes: readonly Route[] = [
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
      const shopId = readShopId(params)
      const shop = await findShop(services.reader, shopId)
      if (!shop) return []
      const keys = await readKeys(services.reader, steps, 'employees', shopId, ['name'], { way: 'feed' })
      const sorted = await sortInSteps(steps, keys, (one, other) => compareNames(one.name, other.name) || compareMade(one, other))
      const { ids, read } = rowsToList(services.reader, 'employees', shopId, sorted)
      return { ids, read: async (some) => (await read(some)).map((employee) => employeeToListItem(employee, shop)) }
    },
  }),
]
