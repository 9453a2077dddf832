import { endOfDays, refusedDays } from '#schema/rules/merge/retention.ts'
import type { Tx } from '../../db/database.ts'

const mebibyte = 1024 * 1024

type Amount = { count: number; bytes: number }

/** Quotas of stored refusals; devices keep their own copy anyway. */
export const keptMax = {
  user: { count: 5_000, bytes: 32 * mebibyte },
  shop: { count: 20_000, bytes: 128 * mebibyte },
  /** Per user, for shops that they left. */
  former: { count: 500, bytes: 4 * mebibyte },
  /** Per user, for shops that they never belonged to or that do not exist. */
  outside: { count: 500, bytes: 4 * mebibyte },
} as const satisfies Record<string, Amount>

export const notKeptText = 'The server holds too many refused changes to keep a copy of this one; it stays on the device that sent it.'

/** `shopId`: null for a shop that the author never belonged to. */
type RefusalOwner = { userId: string | null; shopId: string | null; isMember: boolean }

/** Adds up the refusals that one transaction stores on top of the existing ones; each sum is read once. */
export class KeptRefusals {
  readonly #trx: Tx
  readonly #amountByName = new Map<string, Amount>()

  constructor(trx: Tx) {
    this.#trx = trx
  }

  /** Counts a refusal of this size if the quotas have room, and returns whether they have. */
  async admit({ userId, shopId, isMember }: RefusalOwner, bytes: number): Promise<boolean> {
    const wanted: { amount: Amount; max: Amount }[] = []
    if (userId !== null) wanted.push({ amount: await this.#readAmount({ userId }), max: keptMax.user })
    if (userId !== null && shopId === null) wanted.push({ amount: await this.#readAmount({ userId, shopId }), max: keptMax.outside })
    if (userId !== null && shopId !== null && !isMember) wanted.push({ amount: await this.#readAmount({ userId, shopId }), max: keptMax.former })
    if (shopId !== null) wanted.push({ amount: await this.#readAmount({ shopId }), max: keptMax.shop })
    if (wanted.some(({ amount, max }) => amount.count + 1 > max.count || amount.bytes + bytes > max.bytes)) return false
    for (const { amount } of wanted) {
      amount.count += 1
      amount.bytes += bytes
    }
    return true
  }

  async #readAmount(owner: { userId?: string; shopId?: string | null }): Promise<Amount> {
    const name = JSON.stringify(owner)
    const known = this.#amountByName.get(name)
    if (known) return known
    const { userId, shopId } = owner
    let query = this.#trx.selectFrom('mutations').where('kept_bytes', 'is not', null)
    if (userId !== undefined) query = query.where('user_id', '=', userId)
    if (shopId !== undefined) query = query.where('shop_id', 'is not distinct from', shopId)
    const { count, bytes } = await query
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number | null>('kept_bytes').as('bytes')])
      .executeTakeFirstOrThrow()
    const amount = { count, bytes: bytes ?? 0 }
    this.#amountByName.set(name, amount)
    return amount
  }
}

/** Refusals per transaction, to keep the write lock short. */
const forgottenAtOnce = 200

/**
 * Empties refusals older than 90 days. The outcome stays in the ledger; the content goes, also from the shop's list.
 * @returns how many; call again until it is 0
 */
export async function forgetOldRefusals(trx: Tx, now: Date): Promise<number> {
  const before = endOfDays(now, refusedDays)
  const due = await trx
    .selectFrom('mutations')
    .select(['id', 'error'])
    .where('kept_bytes', 'is not', null)
    .where('received_at', '<', before)
    .orderBy('received_at')
    .limit(forgottenAtOnce)
    .execute()
  for (const { id, error } of due) {
    await trx
      .updateTable('mutations')
      .set({ body: null, shop_id: null, rows: '[]', error: withoutIssues(error), kept_bytes: null })
      .where('id', '=', id)
      .execute()
  }
  return due.length
}

/** The error without its issues. Safe: only the ledger writes it. */
export function withoutIssues(error: string | null): string | null {
  if (error === null) return null
  const { code, message } = JSON.parse(error) as { code: string; message: string }
  return JSON.stringify({ code, message })
}
