import { z } from 'zod'
import { rowAnswerByCollection } from '#schema/api/answers/row-answers.ts'
import { messageRuleAnswer } from '#schema/api/answers/message-answers.ts'
import { messageRulesBody, messageTryAnswer, messageTryBody } from '#schema/api/shop/shop-messages.ts'
import { messageCreateBody, messagesQuery, messageUpdateBody } from '#schema/api/rows.ts'
import { saveRules } from '../../commands/shop-profile/save-rules.ts'
import { tryMessage } from '../../messages/try-message.ts'
import { listMessages } from '../../queries/rows/shop-lists.ts'
import { readRules, rulesToAnswer } from '../../queries/status-messages.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { getRow, readRoute, readShopId, writeRoutes } from '../shop-data/row-routes.ts'

const collection = 'messages'
const settings = { who: 'member', privilege: 'view_shop_setting' } as const

export const messageRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/message-rules',
    summary: 'What customers are told at which status, by text message and e-mail (MSG-01)',
    access: { who: 'member' },
    answer: z.array(messageRuleAnswer),
    handler: async ({ services, params }) => rulesToAnswer(await readRules(services.reader, readShopId(params))),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/:shopId/message-rules',
    summary: 'Set all of them; what happened until now is told to nobody (MSG-01)',
    access: settings,
    body: messageRulesBody,
    answer: z.array(messageRuleAnswer),
    handler: async ({ services, caller, params, body }) => rulesToAnswer(await saveRules(services, caller.userId, readShopId(params), body)),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/:shopId/message-rules/try',
    summary: 'Send a text to oneself, filled in as for an order (MSG-01)',
    access: settings,
    body: messageTryBody,
    answer: messageTryAnswer,
    handler: ({ services, messages, params, body }) => tryMessage(services, messages, readShopId(params), body),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/messages',
    summary: 'Messages to customers of the shop, or of one order, oldest first (MSG-01)',
    access: { who: 'member', action: 'read', collection },
    query: messagesQuery,
    answer: z.array(rowAnswerByCollection.messages),
    handler: async ({ services, steps, params, query }) => {
      const shopId = readShopId(params)
      const order = query.orderId === undefined ? undefined : await getRow(services, 'orders', shopId, query.orderId)
      return listMessages(services.reader, steps, shopId, order?.id)
    },
  }),
  readRoute(collection, collection, 'message'),
  ...writeRoutes({ collection, segment: collection, noun: 'message', createBody: messageCreateBody, updateBody: messageUpdateBody }),
]
