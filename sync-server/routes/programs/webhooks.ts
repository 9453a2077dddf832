import { z } from 'zod'
import {
  deliveriesAnswer,
  deliveriesQuery,
  deliveryAnswer,
  webhookAnswer,
  webhookCreateBody,
  webhookCreatedAnswer,
  webhooksAnswer,
  webhookTestAnswer,
  webhookUpdateBody,
} from '#schema/api/programs/webhooks.ts'
import { AppError } from '#schema/errors.ts'
import { uuidSchema } from '#schema/fields.ts'
import { webhookTexts } from '#schema/rules/webhooks/webhook-url.ts'
import { defineRoute, emptyAnswer, type Route } from '../../registry/registry.ts'
import { listDeliveries, listWebhooks } from '../../webhooks/list-webhooks.ts'
import { addWebhook, changeWebhook, removeWebhook, testWebhook } from '../../webhooks/manage-webhooks.ts'
import { repeatDelivery } from '../../webhooks/repeat-delivery.ts'
import { readId, readParam, readShopId } from '../shop-data/row-routes.ts'

const access = { who: 'member', privilege: 'view_shop_setting' } as const

export const webhookRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/webhooks',
    summary: 'The webhooks of the shop and how they fare, the oldest first (HOOK-01)',
    access,
    answer: webhooksAnswer,
    handler: ({ services, params }) => listWebhooks(services.reader, readShopId(params)),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/:shopId/webhooks',
    summary:
      'Add a webhook: what happens from now on is sent to it, in the order of the shop’s feed and at least once, as `POST {id, shopId, seq, event, at, row}`, signed with the secret that is answered this once (HOOK-01)',
    access,
    body: webhookCreateBody,
    answer: webhookCreatedAnswer,
    handler: ({ webhooks, caller, params, body }) => addWebhook(webhooks, caller.userId, readShopId(params), body),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/:shopId/webhooks/:id',
    summary: 'Change the address or the events of a webhook, or pause it and resume it with `paused`; its secret stays (HOOK-01)',
    access,
    body: webhookUpdateBody,
    answer: webhookAnswer,
    handler: ({ webhooks, caller, params, body }) => changeWebhook(webhooks, caller.userId, readShopId(params), readId(params), body),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/:shopId/webhooks/:id',
    summary: 'Delete a webhook with what still waits for it (HOOK-01)',
    access,
    answer: emptyAnswer,
    handler: ({ webhooks, caller, params }) => removeWebhook(webhooks, caller.userId, readShopId(params), readId(params)),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/:shopId/webhooks/:id/test',
    summary: 'Send the event `test` to a webhook, and answer what came back (HOOK-01)',
    access,
    answer: webhookTestAnswer,
    handler: ({ webhooks, params }) => testWebhook(webhooks, readShopId(params), readId(params)),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/webhooks/:id/deliveries',
    summary: 'What was sent to a webhook in the last 30 days and what waits, newest first, in pages of 50; `before` is `next` of the page before (HOOK-01)',
    access,
    query: deliveriesQuery,
    answer: deliveriesAnswer,
    handler: async ({ services, params, query }) => {
      const page = await listDeliveries(services.reader, { shopId: readShopId(params), webhookId: readId(params), before: query.before })
      if (page === undefined) throw new AppError('NOT_FOUND', webhookTexts.gone)
      return page
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/:shopId/webhooks/:id/deliveries/:deliveryId/repeat',
    summary: 'Send an event once more at once, with the id that it had, and answer what came of it; one that waits is tried now (HOOK-01)',
    access,
    params: z.object({ shopId: uuidSchema(), id: uuidSchema(), deliveryId: uuidSchema() }),
    answer: deliveryAnswer,
    handler: ({ webhooks, params }) => repeatDelivery(webhooks, readShopId(params), readId(params), readParam(params, 'deliveryId')),
  }),
]
