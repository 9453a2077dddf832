import { toSha256 } from '../../to-sha256.ts'
import { defineInsert } from '../../db/rows-statement.ts'

/**
 * An archived decision. `error`: null if applied. `seqs`: its seqs in the feed, by which its author's later deletion
 * recognizes own changes. `received_at` and `device_id`: only where it wrote customers, to detect duplicates
 * (notify-duplicates.ts).
 */
export type PastMutation = { id: string; sender: number; error: string | null; seqs: string; received_at: string | null; device_id: string | null }

export const insertPastMutations = defineInsert('past_mutations', ['id', 'sender', 'error', 'seqs', 'received_at', 'device_id'])

const senderDigits = 12

/** 48 bits of a hash of the user: enough that nobody gets another user's outcome by knowing the mutation's id. */
export const toSender = (userId: string | null): number => Number.parseInt(toSha256(userId ?? '').slice(0, senderDigits), 16)
