import { madeOrderLinkAnswer } from '#schema/api/links/order-links.ts'
import { isSale } from '#schema/values/order-kind.ts'
import { linkNotOpen, makeOrderLink, withdrawOrderLinks } from '../../portal/order-links/order-links.ts'
import { defineRoute, emptyAnswer, type Route } from '../../registry/registry.ts'
import { getRow, readId, readShopId } from '../shop-data/row-routes.ts'

const access = { who: 'member', action: 'update', collection: 'orders' } as const
const path = '/api/:shopId/orders/:id/links'

export const staffOrderLinkRoutes: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path,
    summary: 'Another link by which the customer sees the order without a code, until 90 days after its end',
    access,
    answer: madeOrderLinkAnswer,
    handler: async ({ services, config, params }) => {
      const shopId = readShopId(params)
      const order = await getRow(services, 'orders', shopId, readId(params))
      // A sale has no page.
      if (isSale(order)) throw linkNotOpen()
      return { url: await makeOrderLink(services, { shopId, orderId: order.id }, config.publicOrigin) }
    },
  }),
  defineRoute({
    method: 'DELETE',
    path,
    summary: 'Withdraw all links to the order, those of messages too',
    access,
    answer: emptyAnswer,
    handler: async ({ services, params }) => {
      const shopId = readShopId(params)
      const { id: orderId } = await getRow(services, 'orders', shopId, readId(params))
      await withdrawOrderLinks(services, { shopId, orderId })
    },
  }),
]
