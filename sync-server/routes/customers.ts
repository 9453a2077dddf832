import { z } from 'zod'
import { customerAnswer } from '#schema/api/row-answers.ts'
import { customerCreateBody, customersQuery, customerUpdateBody } from '#schema/api/rows.ts'
import { customerMatchesSearch, foldText } from '#schema/rules/customer-match.ts'
import { createCustomer, updateCustomer } from '../commands/write-customer.ts'
import { mapInSteps, sortInSteps } from '../lists/list-steps.ts'
import { readKeys, rowsToList } from '../store/list-rows.ts'
import { defineRoute, type Route } from './registry.ts'
import { readRoute, readShopId, writeRoutes } from './row-routes.ts'

const compareNames = (one: { folded: string; id: string }, other: { folded: string; id: string }): number => {
  if (one.folded !== other.folded) return one.folded < other.folded ? -1 : 1
  return one.id < other.id ? -1 : 1
}

export const customerRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/customers',
    summary: 'Customers of the shop by name; `search` matches part of the name or digits of a phone',
    access: { who: 'member', action: 'read', collection: 'customers' },
    query: customersQuery,
    answer: z.array(customerAnswer),
    handler: async ({ services, steps, params, query }) => {
      const shopId = readShopId(params)
      const keys = await readKeys(services.reader, steps, 'customers', shopId, ['name', 'phone', 'alternatePhone'], { way: 'feed' })
      const found = await mapInSteps(steps, keys, (customer) => (customerMatchesSearch(customer, query.search) ? [{ id: customer.id, folded: foldText(customer.name) }] : []))
      return rowsToList(services.reader, 'customers', shopId, await sortInSteps(steps, found, compareNames))
    },
  }),
  readRoute('customers', 'customers', 'customer'),
  ...writeRoutes({
    collection: 'customers',
    segment: 'customers',
    noun: 'customer',
    createBody: customerCreateBody,
    updateBody: customerUpdateBody,
    create: createCustomer,
    update: updateCustomer,
  }),
]
