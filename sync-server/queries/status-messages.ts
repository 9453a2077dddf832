import type { MessageRuleAnswer } from '#schema/api/answers/message-answers.ts'
import { toRuleId } from '#schema/rules/messages/rule-id.ts'
import type { MessageRule } from '#schema/rules/messages/rules-of-status.ts'
import type { Db } from '../db/database.ts'

/** Safe: the text is only written from validated rules. */
export const textToRules = (text: string | null | undefined): MessageRule[] => (text ? (JSON.parse(text) as MessageRule[]) : [])

export async function readRules(reader: Db, shopId: string): Promise<MessageRule[]> {
  return textToRules((await reader.selectFrom('message_rules').select('rules').where('shop_id', '=', shopId).executeTakeFirst())?.rules)
}

export async function readRulesOfShops(reader: Db, shopIds: readonly string[]): Promise<Map<string, MessageRule[]>> {
  if (shopIds.length === 0) return new Map()
  const rows = await reader.selectFrom('message_rules').select(['shop_id', 'rules']).where('shop_id', 'in', shopIds).execute()
  return new Map(rows.map(({ shop_id: shopId, rules }) => [shopId, textToRules(rules)]))
}

export const rulesToAnswer = (rules: readonly MessageRule[]): MessageRuleAnswer[] => rules.map((rule) => ({ id: toRuleId(rule), ...rule }))
