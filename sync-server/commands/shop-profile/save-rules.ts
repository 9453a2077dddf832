import { isReminder, type MessageRule } from '#schema/rules/messages/rules-of-status.ts'
import { tell } from '#schema/rules/text/activity-entry.ts'
import { listMemberIds } from '../../queries/people/memberships.ts'
import { textToRules, textToStoredRules } from '../../queries/status-messages.ts'
import type { Services } from '../../services.ts'
import { administer } from '../administration/administer.ts'

/** Replaces the shop's message rules. They apply to later status changes, and reminders to what becomes due later. */
export async function saveRules(services: Services, userId: string | null, shopId: string, rules: readonly MessageRule[]): Promise<MessageRule[]> {
  return administer(services, userId, async ({ trx, at, note, affect }) => {
    const { rules: textBefore } = (await trx.selectFrom('message_rules').select('rules').where('shop_id', '=', shopId).executeTakeFirst()) ?? {}
    const before = textToRules(textBefore)
    if (JSON.stringify(rules) === JSON.stringify(before)) return before
    const stored = textToStoredRules(textBefore)
    const isHeld = (rule: MessageRule, { reminder, channel, mode, afterDays }: MessageRule): boolean =>
      reminder === rule.reminder && channel === rule.channel && mode === 'send' && afterDays === rule.afterDays
    const text = JSON.stringify(
      rules.map((rule) => {
        if (!isReminder(rule)) return rule
        const known = stored.find((one) => isHeld(rule, one))
        return { ...rule, since: known?.reminder !== undefined ? known.since : at }
      }),
    )
    const { seq } = await trx.selectFrom('shop_feed').select('seq').where('shop_id', '=', shopId).executeTakeFirstOrThrow()
    await trx
      .insertInto('message_rules')
      .values({ shop_id: shopId, rules: text, seq })
      .onConflict((conflict) => conflict.column('shop_id').doUpdateSet({ rules: text, ...(!sendsAny(before) && { seq }) }))
      .execute()
    await note(shopId, tell('messagesChanged', {}))
    affect(await listMemberIds(trx, [shopId]))
    return [...rules]
  })
}

/** Without a sending rule of a status, the worker does not read the shop's orders. */
const sendsAny = (rules: readonly MessageRule[]): boolean => rules.some((rule) => rule.mode === 'send' && !isReminder(rule))
