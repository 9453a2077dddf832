import type { MessageRuleAnswer } from '#schema/api/answers/message-answers.ts'
import { toRuleId } from '#schema/rules/messages/rule-id.ts'
import type { MessageRule, ReminderRule, StatusRule } from '#schema/rules/messages/rules-of-status.ts'
import type { Db } from '../db/database.ts'

/** `since`: when the reminder was switched on, or its days were changed. */
export type StoredReminder = ReminderRule & { since: string }

/** Safe: the text is only written from validated rules. */
export const textToStoredRules = (text: string | null | undefined): (StatusRule | StoredReminder)[] =>
  text ? (JSON.parse(text) as (StatusRule | StoredReminder)[]) : []

export const textToRules = (text: string | null | undefined): MessageRule[] =>
  textToStoredRules(text).map((rule) => {
    if (rule.reminder === undefined) return rule
    const { since, ...given } = rule
    return given
  })

export async function readRules(reader: Db, shopId: string): Promise<MessageRule[]> {
  return textToRules((await reader.selectFrom('message_rules').select('rules').where('shop_id', '=', shopId).executeTakeFirst())?.rules)
}

export async function readRulesOfShops(reader: Db, shopIds: readonly string[]): Promise<Map<string, MessageRule[]>> {
  if (shopIds.length === 0) return new Map()
  const rows = await reader.selectFrom('message_rules').select(['shop_id', 'rules']).where('shop_id', 'in', shopIds).execute()
  return new Map(rows.map(({ shop_id: shopId, rules }) => [shopId, textToRules(rules)]))
}

export const rulesToAnswer = (rules: readonly MessageRule[]): MessageRuleAnswer[] => rules.map((rule) => ({ id: toRuleId(rule), ...rule }))
