import { z } from 'zod'
import { rowToAnswerShape } from '#schema/api/answers/row-answers.ts'
import { ofOrderQuery, type RowValues } from '#schema/api/rows.ts'
import { collectionByName, type CollectionName, type DocumentByCollection } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import type { Caller } from '#schema/rules/access/access.ts'
import type { Services } from '../../services.ts'
import { findRow } from '../../queries/rows/read-rows.ts'
import { listPartsOfOrders, type PartOfOrders } from '../../queries/rows/shop-lists.ts'
import { rowToAnswer } from '../../queries/tickets.ts'
import type { WriteCaller } from '../../store/caller.ts'
import { createRow, deleteRow, restoreRow, updateRow } from '../../store/write-rows.ts'
import { defineRoute, emptyAnswer, type Route } from '../../registry/registry.ts'

type Row = DocumentByCollection[CollectionName]
type Create = (services: Services, caller: WriteCaller, shopId: string, values: RowValues) => Promise<Row>
type Update = (services: Services, caller: WriteCaller, shopId: string, id: string, values: RowValues) => Promise<Row>

type RowResource = {
  collection: CollectionName
  /** Last fixed segment of its paths: `/api/:shopId/<segment>`. */
  segment: string
  /** Used in summaries, e.g. 'customer'. */
  noun: string
  createBody: z.ZodType<RowValues>
  updateBody: z.ZodType<RowValues>
  /** Replaces the plain create or update. */
  create?: Create
  update?: Update
}

/** POST, PUT and, where anybody may, DELETE of a collection's rows. POST and PUT answer the stored row, DELETE answers `{}`. */
export function writeRoutes(resource: RowResource): Route[] {
  const { collection, segment, noun, createBody, updateBody } = resource
  const one = `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
  const create: Create = resource.create ?? ((services, caller, shopId, values) => createRow(services, caller, shopId, collection, values))
  const update: Update = resource.update ?? ((services, caller, shopId, id, values) => updateRow(services, caller, shopId, collection, id, values))
  const routes = [
    defineRoute({
      method: 'POST',
      path: `/api/:shopId/${segment}`,
      summary: `Create ${one}`,
      access: { who: 'member', action: 'create', collection },
      body: createBody,
      answer: rowToAnswerShape(collection),
      handler: async ({ services, caller, params, body }) => {
        const shopId = readShopId(params)
        return rowToAnswer(services.reader, collection, await create(services, toRestCaller(caller), shopId, withoutShopId(body, shopId)))
      },
    }),
    defineRoute({
      method: 'PUT',
      path: `/api/:shopId/${segment}/:id`,
      summary: `Change the given fields of ${one}; the others stay`,
      access: { who: 'member', action: 'update', collection },
      body: updateBody,
      answer: rowToAnswerShape(collection),
      handler: async ({ services, caller, params, body }) => {
        const shopId = readShopId(params)
        return rowToAnswer(services.reader, collection, await update(services, toRestCaller(caller), shopId, readId(params), withoutShopId(body, shopId)))
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: `/api/:shopId/${segment}/:id`,
      summary: `Delete ${one} and what belongs to it`,
      access: { who: 'member', action: 'delete', collection },
      answer: emptyAnswer,
      handler: ({ services, caller, params }) => deleteRow(services, toRestCaller(caller), readShopId(params), collection, readId(params)),
    }),
  ]
  return routes.filter(({ method }) => method !== 'DELETE' || collectionByName[collection].access.delete !== 'nobody')
}

/** GET of what belongs to orders: of the shop or, with `orderId`, of one order, oldest first. 404 for an order that the shop does not have. */
export const listPartsRoute = (collection: PartOfOrders, segment: string, summary: string): Route =>
  defineRoute({
    method: 'GET',
    path: `/api/:shopId/${segment}`,
    summary,
    access: { who: 'member', action: 'read', collection },
    query: ofOrderQuery,
    answer: z.array(rowToAnswerShape(collection)),
    handler: async ({ services, steps, params, query }) => {
      const shopId = readShopId(params)
      return listPartsOfOrders(services.reader, steps, collection, shopId, await findOrderId(services, shopId, query))
    },
  })

/** The asked order's id. 404 for an order that the shop does not have. */
export const findOrderId = async (services: Services, shopId: string, { orderId }: { orderId?: string | undefined }): Promise<string | undefined> =>
  orderId === undefined ? undefined : (await getRow(services, 'orders', shopId, orderId)).id

export const readRoute = (collection: CollectionName, segment: string, noun: string): Route =>
  defineRoute({
    method: 'GET',
    path: `/api/:shopId/${segment}/:id`,
    summary: `Read one ${noun}`,
    access: { who: 'member', action: 'read', collection },
    answer: rowToAnswerShape(collection),
    handler: async ({ services, params }) => rowToAnswer(services.reader, collection, await getRow(services, collection, readShopId(params), readId(params))),
  })

/** Restores a deleted row and the rows deleted with it; needs the right to delete. */
export const restoreRoute = (collection: CollectionName): Route => restoreRouteAt(collection, collection)

/** `segment`: see `RowResource`. */
export const restoreRouteAt = (collection: CollectionName, segment: string): Route =>
  defineRoute({
    method: 'POST',
    path: `/api/:shopId/${segment}/:id/restore`,
    summary: `Bring back a deleted row of ${collection}, with what was deleted with it`,
    access: { who: 'member', action: 'restore', collection },
    answer: rowToAnswerShape(collection),
    handler: async ({ services, caller, params }) =>
      rowToAnswer(services.reader, collection, await restoreRow(services, toRestCaller(caller), readShopId(params), collection, readId(params))),
  })

/** The living row; NOT_FOUND for an absent, deleted or foreign one. */
export async function getRow<N extends CollectionName>(services: Services, collection: N, shopId: string, id: string) {
  const row = await findRow(services.reader, collection, shopId, id)
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

export const toRestCaller = (caller: Caller): WriteCaller => ({ ...caller, origin: 'rest' })

/** Safe: the route's shape requires both parameters. */
export const readShopId = (params: Record<string, string>): string => params['shopId'] ?? ''
export const readParam = (params: Record<string, string>, name: string): string => params[name] ?? ''
export const readId = (params: Record<string, string>): string => params['id'] ?? ''

/** A shop id in the body must match the address. */
function withoutShopId({ shopId, ...values }: RowValues, shopIdOfPath: string): RowValues {
  if (shopId === undefined || (typeof shopId === 'string' && shopId.toLowerCase() === shopIdOfPath)) return values
  throw new AppError('VALIDATION', 'Shop is not valid', { issues: [{ path: 'shopId', message: 'Shop is not valid' }] })
}
