import { z } from 'zod'
import { instantSchema, uuidSchema } from '../fields.ts'
import type { MutationError, Op } from './sync.ts'

/** What the server refused of a shop's changes, kept with all that was typed: `GET /api/{shopId}/refused-changes`. */
export type RefusedChangesPage = {
  /** Newest refusal first. */
  entries: RefusedChangeEntry[]
  /** For the next page; null on the last one. */
  nextCursor: string | null
}

export type RefusedChangeEntry = {
  id: string
  /** Null for an act of no person, or of one who was removed since. */
  user: { id: string; name: string | null; login_id: string } | null
  /** When the person did it, as their device said; null when the change did not say. */
  typedAt: string | null
  refusedAt: string
  /** What the change wanted, as far as it can be read; secrets are never in it. */
  ops: Op[]
  /** The JSON text of a change of which not everything can be read as ops. */
  unreadable: string | null
  error: MutationError
  /** `collection/id` → what people call the row, for rows of this shop that the change names; deleted ones too. */
  titleByRow: Record<string, string>
}

export const refusedChangesPageSize = 50

export type RefusedChangesCursor = { refusedAt: string; id: string }

export const cursorToText = ({ refusedAt, id }: RefusedChangesCursor): string => `${refusedAt}_${id}`

const cursorMessage = 'cursor is not one that this server gave'
const cursorShape = z.object({ refusedAt: instantSchema(cursorMessage), id: uuidSchema(cursorMessage) })

export const refusedChangesQuery = z.object({
  cursor: z
    .string()
    .transform((text): unknown => {
      const [refusedAt, id] = text.split('_')
      return { refusedAt, id }
    })
    .pipe(cursorShape)
    .optional(),
})
