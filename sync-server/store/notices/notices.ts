import type { CollectionName } from '#schema/collections/index.ts'
import type { Json } from '#schema/values/merge.ts'
import { noticeDays, noticesKept, type NoticeKind, type NoticeParams } from '#schema/rules/merge/notices.ts'
import type { Tx } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Services } from '../../services.ts'
import type { WriteContext } from '../context.ts'

type AboutRow = { collection: CollectionName; rowId: string }

/** A notice to add. `toActor`: it also goes to the author of the mutation, who otherwise gets none. */
type NewNotice<Kind extends NoticeKind = NoticeKind> = {
  [K in Kind]: AboutRow & { userId: string | null; kind: K; params: NoticeParams[K]; toActor?: boolean }
}[Kind]

/** Adds a notice for a member of the shop, in the write path's transaction. Former members and the author get none. */
export async function addNotice(context: WriteContext, { userId, kind, collection, rowId, params, toActor = false }: NewNotice): Promise<void> {
  const { trx, shopId } = context
  if (userId === null || (userId === context.caller.userId) !== toActor) return
  const member = await trx.selectFrom('shop_users').select('id').where('shop_id', '=', shopId).where('user_id', '=', userId).executeTakeFirst()
  if (member === undefined) return
  await trx
    .insertInto('notices')
    .values({
      id: context.newId(),
      user_id: userId,
      shop_id: shopId,
      kind,
      collection,
      row_id: rowId,
      params: JSON.stringify(params),
      created_at: context.receivedAt,
    })
    .execute()
  await dropBeyondCap(trx, userId, shopId)
  context.noticed.add(userId)
}

async function dropBeyondCap(trx: Tx, userId: string, shopId: string): Promise<void> {
  const ofPerson = trx.selectFrom('notices').select('id').where('user_id', '=', userId).where('shop_id', '=', shopId)
  const last = await ofPerson.orderBy('id', 'desc').offset(noticesKept).limit(1).executeTakeFirst()
  if (last !== undefined) await trx.deleteFrom('notices').where('user_id', '=', userId).where('shop_id', '=', shopId).where('id', '<=', last.id).execute()
}

/** Deletes notices that were not dismissed for 30 days. */
export async function deleteOldNotices({ db, clock }: Services): Promise<void> {
  const since = new Date(clock().getTime() - noticeDays * 24 * 60 * 60 * 1000).toISOString()
  await inTransaction(db, (trx) => trx.deleteFrom('notices').where('created_at', '<', since).execute())
}

/** Deletes notices about erased rows, and those with a text that `mentions` erased values. */
export async function eraseNotices(context: WriteContext, rowIds: readonly string[], mentions: (text: string) => boolean): Promise<void> {
  const notices = await context.trx.selectFrom('notices').select(['id', 'user_id', 'row_id', 'params']).where('shop_id', '=', context.shopId).execute()
  const ids = new Set(rowIds)
  for (const { id, user_id, row_id, params } of notices) {
    const texts = Object.values(JSON.parse(params) as Record<string, Json>).filter((value) => typeof value === 'string')
    if (!ids.has(row_id) && !texts.some(mentions)) continue
    await context.trx.deleteFrom('notices').where('id', '=', id).execute()
    context.noticed.add(user_id)
  }
}
