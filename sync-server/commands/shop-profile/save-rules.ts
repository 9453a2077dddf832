import type { MessageRule } from '#schema/rules/messages/rules-of-status.ts'
import { listMemberIds } from '../../queries/people/memberships.ts'
import { readRules } from '../../queries/status-messages.ts'
import type { Services } from '../../services.ts'
import { administer } from '../administration/administer.ts'

/** Replaces the shop's message rules. They apply to later status changes only. */
export async function saveRules(services: Services, userId: string | null, shopId: string, rules: readonly MessageRule[]): Promise<MessageRule[]> {
  return administer(services, userId, async ({ trx, note, affect }) => {
    const before = await readRules(trx, shopId)
    const text = JSON.stringify(rules)
    if (text === JSON.stringify(before)) return before
    const { seq } = await trx.selectFrom('shop_feed').select('seq').where('shop_id', '=', shopId).executeTakeFirstOrThrow()
    await trx
      .insertInto('message_rules')
      .values({ shop_id: shopId, rules: text, seq })
      .onConflict((conflict) => conflict.column('shop_id').doUpdateSet({ rules: text, ...(!sendsAny(before) && { seq }) }))
      .execute()
    await note(shopId, 'Messages to customers changed')
    affect(await listMemberIds(trx, [shopId]))
    return [...rules]
  })
}

/** Without a sending rule, the worker skips the shop. */
const sendsAny = (rules: readonly MessageRule[]): boolean => rules.some(({ mode }) => mode === 'send')
