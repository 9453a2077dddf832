import { z } from 'zod'
import { messageRuleAnswer } from '#schema/api/answers/message-answers.ts'
import { messageRulesBody, messageTryAnswer, messageTryBody } from '#schema/api/shop/shop-messages.ts'
import { messageCreateBody, messageUpdateBody } from '#schema/api/rows.ts'
import { saveRules } from '../../commands/shop-profile/save-rules.ts'
import { tryMessage } from '../../messages/try-message.ts'
import { readRules, rulesToAnswer } from '../../queries/status-messages.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { listPartsRoute, readRoute, readShopId, writeRoutes } from '../shop-data/row-routes.ts'

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
  listPartsRoute(collection, collection, 'Messages to customers of the shop, or of one order, oldest first (MSG-01)'),
  readRoute(collection, collection, 'message'),
  ...writeRoutes({ collection, segment: collection, noun: 'message', createBody: messageCreateBody, updateBody: messageUpdateBody }),
]
