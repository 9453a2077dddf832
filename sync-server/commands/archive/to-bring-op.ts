import { z } from 'zod'
import { instantSchema, uuidSchema } from '#schema/fields.ts'
import { importMark } from '#schema/rules/text/activity-author.ts'
import { isRecord } from '#schema/is-record.ts'
import { isUuid } from '#schema/values/uuid.ts'
import type { Json } from '#schema/values/merge.ts'
import type { BesideRow, BringOp } from '../../store/context.ts'
import type { BroughtCollection } from './archive-layout.ts'

/** Maps users and the entity of the source server to those of this one. */
export type BroughtTo = {
  /** The shop's entity, to which its employees are assigned. */
  entityId: string | null
  /** The user with the same login id here, and the display name of the original user. */
  personOf: (id: unknown) => { userId: string | null; name: string | null }
}

const besideShape = z.object({
  statusHistory: z.array(z.object({ orderStatusId: uuidSchema(), createdAt: instantSchema() })).optional(),
  stockMovements: z
    .array(
      z.object({
        delta: z.int(),
        countAfter: z.int(),
        reason: z.enum(['line', 'purchase', 'count', 'import']),
        orderId: uuidSchema().nullable(),
        takeId: uuidSchema().nullable().default(null),
        userId: z.string().nullable(),
        createdAt: instantSchema(),
      }),
    )
    .optional(),
})

/** Converts a row of the file to a write operation, or gives the reason why it cannot. */
export function toBringOp(collection: BroughtCollection, row: unknown, to: BroughtTo): BringOp | { id: string; refusal: string } {
  const id = isRecord(row) ? String(row['id']).toLowerCase() : ''
  if (!isRecord(row) || !isUuid(id)) return { id, refusal: 'The row has no id' }
  const { statusHistory, stockMovements, ...values } = row
  const parsed = besideShape.safeParse({ ...(collection === 'orders' && { statusHistory }), ...(collection === 'products' && { stockMovements }) })
  if (!parsed.success) return { id, refusal: parsed.error.issues.map(({ message }) => message).join('; ') }
  // Safe because the values come from JSON.
  const mapped = { ...(values as Record<string, Json>), ...mapOwn(collection, values, to) }
  return { action: 'bring', collection, id, values: mapped, beside: withPeople(parsed.data, to) }
}

/** Fields whose values are specific to a server. */
function mapOwn(collection: BroughtCollection, values: Readonly<Record<string, unknown>>, { entityId, personOf }: BroughtTo): Record<string, Json> {
  if (collection === 'employees') return { entityId, userId: personOf(values['userId']).userId }
  // Exports omit the code.
  if (collection === 'customers') return { hasAccessCode: false }
  // Storing the content sets it.
  if (collection === 'attachments') return { isStored: false }
  // Only the source server may send its waiting messages.
  if (collection === 'messages' && values['state'] === 'waiting') return { state: 'cancelled' }
  if (collection === 'till_days') return { userId: personOf(values['userId']).userId }
  if ((collection !== 'activities' && collection !== 'order_notes') || typeof values['userId'] !== 'string') return {}
  const { userId, name } = personOf(values['userId'])
  if (userId !== null || name === null) return { userId }
  // Without a matching user here, keep the author's name in the text.
  return collection === 'activities'
    ? { userId, auditText: `${String(values['auditText'])} (by ${name})${importMark}`, ...toEntryBy(values, name) }
    : { userId, text: `${String(values['text'])} (${name})` }
}

// Safe because the values come from JSON.
function toEntryBy({ kind, values }: Readonly<Record<string, unknown>>, name: string): Record<string, Json> {
  return typeof kind !== 'string' ? {} : { kind: 'by', values: { entry: { kind, values: (values ?? {}) as Json }, name } }
}

const withPeople = ({ statusHistory, stockMovements }: z.output<typeof besideShape>, { personOf }: BroughtTo): BesideRow => ({
  ...(statusHistory !== undefined && { statusHistory }),
  ...(stockMovements !== undefined && {
    stockMovements: stockMovements.map((movement) => ({ ...movement, userId: movement.userId === null ? null : personOf(movement.userId).userId })),
  }),
})
