import { toSha256 } from '../../to-sha256.ts'
import { defineInsert } from '../../db/rows-statement.ts'

/**
 * What stays of a decision. `error`: null of an applied mutation. `seqs`: its places in the feed, by which a later deletion of its author
 * knows it as their own. `received_at` and `device_id`: where it wrote customers, because twins are told by them (notify-duplicates.ts).
 */
export type PastMutation = { id: string; sender: number; error: string | null; seqs: string; received_at: string | null; device_id: string | null }

export const insertPastMutations = defineInsert('past_mutations', ['id', 'sender', 'error', 'seqs', 'received_at', 'device_id'])

const senderDigits = 12

/** Stands for the person in 48 bits: enough that nobody gets the outcome of somebody else whose mutation's id they know. */
export const toSender = (userId: string | null): number => Number.parseInt(toSha256(userId ?? '').slice(0, senderDigits), 16)
