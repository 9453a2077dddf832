import { z } from 'zod'
import { customerAnswer } from '#schema/api/answers/row-answers.ts'
import { customerCreateBody, customerEraseBody, customersQuery, customerUpdateBody } from '#schema/api/rows.ts'
import { foldText } from '#schema/rules/customers/customer-match.ts'
import { customerMatchesSearch } from '#schema/rules/customers/customer-search.ts'
import { createCustomer, eraseCustomer, updateCustomer } from '../../commands/write-customer.ts'
import { mapInSteps, sortInSteps } from '../../lists/list-steps.ts'
import { readKeys, rowsToList } from '../../queries/rows/list-rows.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { readId, readRoute, readShopId, toRestCaller, writeRoutes } from './row-routes.ts'

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
      const found = await mapInSteps(steps, keys, (customer) =>
        customerMatchesSearch(customer, query.search) ? [{ id: customer.id, folded: foldText(customer.name) }] : [],
      )
      return rowsToList(services.reader, 'customers', shopId, await sortInSteps(steps, found, compareNames))
    },
  }),
  readRoute('customers', 'customers', 'customer'),
  defineRoute({
    method: 'POST',
    path: '/api/:shopId/customers/:id/erase',
    summary: 'Erase for good what tells who a customer is, here and on every device; `name` confirms it. Orders and money stay under "Erased customer"',
    access: { who: 'member', action: 'delete', collection: 'customers' },
    body: customerEraseBody,
    answer: customerAnswer,
    handler: ({ services, caller, params, body: { name } }) => eraseCustomer(services, toRestCaller(caller), readShopId(params), readId(params), name),
  }),
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
