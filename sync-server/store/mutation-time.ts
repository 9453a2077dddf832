import type { Tx } from '../db/database.ts'
import { defineStatement } from '../db/statement.ts'

const earliestMs = Date.parse('0001-01-01T00:00:00.000Z')

/**
 * Mutation time by the server's clock: the device time corrected by its clock offset, never before the device's
 * previous mutation, never after the push arrived. Epoch milliseconds.
 */
export function toMutationTime(input: { deviceMs: number; offsetMs: number; previousMs: number | undefined; receivedMs: number }): number {
  const { deviceMs, offsetMs, previousMs = earliestMs, receivedMs } = input
  return Math.min(Math.max(deviceMs + offsetMs, previousMs, earliestMs), receivedMs)
}

const readDevice = defineStatement<{ last: string }>((db, argument) =>
  db.selectFrom('devices').select('last_act_at as last').where('user_id', '=', argument('userId')).where('device_id', '=', argument('deviceId')),
)

export async function readPreviousMutation(trx: Tx, userId: string, deviceId: string): Promise<number | undefined> {
  const [row] = await readDevice(trx, { userId, deviceId })
  return row && Date.parse(row.last)
}

const upsertDevice = defineStatement<never>((db, argument) =>
  db
    .insertInto('devices')
    .values({ user_id: argument('userId'), device_id: argument('deviceId'), last_act_at: argument('lastMutationAt') })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'device_id'])
        .doUpdateSet({ last_act_at: argument('lastMutationAt') })
        .whereRef('devices.last_act_at', '<', 'excluded.last_act_at'),
    ),
)

export async function savePreviousMutation(trx: Tx, userId: string, deviceId: string, lastMutationMs: number): Promise<void> {
  await upsertDevice(trx, { userId, deviceId, lastMutationAt: new Date(lastMutationMs).toISOString() })
}
