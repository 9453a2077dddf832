import { z } from 'zod'
import { customerAnswer, rowAnswerByCollection } from '#schema/api/answers/row-answers.ts'
import { assetCreateBody, assetsQuery, assetUpdateBody, customerCreateBody, customerEraseBody, customersQuery, customerUpdateBody } from '#schema/api/rows.ts'
import { createCustomer, eraseCustomer, updateCustomer } from '../../commands/write-customer.ts'
import { listAssets, listCustomers } from '../../queries/rows/shop-lists.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { readId, readRoute, readShopId, toRestCaller, writeRoutes } from './row-routes.ts'

export const customerRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/customers',
    summary: 'Customers of the shop by name; `search` matches words of name, company, city and tax ID, or digits of a phone',
    access: { who: 'member', action: 'read', collection: 'customers' },
    query: customersQuery,
    answer: z.array(customerAnswer),
    handler: ({ services, steps, params, query }) => listCustomers(services.reader, steps, readShopId(params), query.search),
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

export const assetRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/assets',
    summary: 'Devices of customers, oldest first; `customerId` asks for those of one customer',
    access: { who: 'member', action: 'read', collection: 'assets' },
    query: assetsQuery,
    answer: z.array(rowAnswerByCollection.assets),
    handler: ({ services, steps, params, query }) => listAssets(services.reader, steps, readShopId(params), query.customerId),
  }),
  readRoute('assets', 'assets', 'device'),
  ...writeRoutes({ collection: 'assets', segment: 'assets', noun: 'device', createBody: assetCreateBody, updateBody: assetUpdateBody }),
]
