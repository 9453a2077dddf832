import { z } from 'zod'
import { instantSchema, uuidSchema } from '#schema/fields.ts'
import { importMark } from '#schema/rules/text/activity-author.ts'
import { isRecord } from '#schema/is-record.ts'
import { isUuid } from '#schema/values/uuid.ts'
import type { Json } from '#schema/values/merge.ts'
import type { BesideRow, BringOp } from '../../store/context.ts'
import type { BroughtCollection } from './archive-layout.ts'

/** What of this server stands for what the other one had. */
export type BroughtTo = {
  /** The shop's entity, to which its employees belong. */
  entityId: string | null
  /** The person who signs in by the same name here; and what they were called. */
  personOf: (id: unknown) => { userId: string | null; name: string | null }
}

const besideShape = z.object({
  statusHistory: z.array(z.object({ orderStatusId: uuidSchema(), createdAt: instantSchema() })).optional(),
  stockMovements: z
    .array(
      z.object({
        delta: z.int(),
        countAfter: z.int(),
        reason: z.enum(['line', 'count', 'import']),
        orderId: uuidSchema().nullable(),
        userId: z.string().nullable(),
        createdAt: instantSchema(),
      }),
    )
    .optional(),
})

/** A row of the file as the write path takes it, or why it cannot. */
export function toBringOp(collection: BroughtCollection, row: unknown, to: BroughtTo): BringOp | { id: string; refusal: string } {
  const id = isRecord(row) ? String(row['id']).toLowerCase() : ''
  if (!isRecord(row) || !isUuid(id)) return { id, refusal: 'The row has no id' }
  const { statusHistory, stockMovements, ...values } = row
  const parsed = besideShape.safeParse({ ...(collection === 'orders' && { statusHistory }), ...(collection === 'products' && { stockMovements }) })
  if (!parsed.success) return { id, refusal: parsed.error.issues.map(({ message }) => message).join('; ') }
  if (collection === 'employees' && to.entityId === null) {
    return { id, refusal: 'The shop belongs to no entity, and employees do: assign the shop to one, and import the file again' }
  }
  // Safe because the values come from JSON.
  const mapped = { ...(values as Record<string, Json>), ...mapOwn(collection, values, to) }
  return { action: 'bring', collection, id, values: mapped, beside: withPeople(parsed.data, to) }
}

/** Fields that mean something else on another server. */
function mapOwn(collection: BroughtCollection, values: Readonly<Record<string, unknown>>, { entityId, personOf }: BroughtTo): Record<string, Json> {
  if (collection === 'employees') return { entityId }
  // The code itself was left out.
  if (collection === 'customers') return { hasAccessCode: false }
  // Set by the content that comes along.
  if (collection === 'attachments') return { isStored: false }
  // What waited is sent by the server that it waits at, or by nobody.
  if (collection === 'messages' && values['state'] === 'waiting') return { state: 'cancelled' }
  if (collection !== 'activities' || typeof values['userId'] !== 'string') return {}
  const { userId, name } = personOf(values['userId'])
  // Somebody who is not here would leave no name.
  return userId === null && name !== null ? { userId, auditText: `${String(values['auditText'])} (by ${name})${importMark}` } : { userId }
}

const withPeople = ({ statusHistory, stockMovements }: z.output<typeof besideShape>, { personOf }: BroughtTo): BesideRow => ({
  ...(statusHistory !== undefined && { statusHistory }),
  ...(stockMovements !== undefined && {
    stockMovements: stockMovements.map((movement) => ({ ...movement, userId: movement.userId === null ? null : personOf(movement.userId).userId })),
  }),
})
