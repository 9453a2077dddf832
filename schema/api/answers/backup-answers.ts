import { z } from 'zod'
import { answerInstant } from '../../answer-shape.ts'

/** The backups that the server makes of itself. */
export const backupsAnswer = z
  .strictObject({
    /** False: no folder for them is set (BACKUP_DIR), and nothing else is told. */
    isOn: z.boolean(),
    everyMs: z.int().nullable(),
    /** How many stay. */
    keep: z.int().nullable(),
    /** How many are there. */
    kept: z.int(),
    /** The newest one; each was checked before it got its name. */
    last: z.strictObject({ madeAt: answerInstant(), sizeBytes: z.int() }).nullable(),
    isRunning: z.boolean(),
    /** One was missed. */
    isOverdue: z.boolean(),
    /** Why the last try made none; null after one that did. */
    failure: z.strictObject({ at: answerInstant(), message: z.string() }).nullable(),
  })
  .meta({ id: 'Backups' })

export type BackupsAnswer = z.infer<typeof backupsAnswer>

export const noBackups: BackupsAnswer = {
  isOn: false,
  everyMs: null,
  keep: null,
  kept: 0,
  last: null,
  isRunning: false,
  isOverdue: false,
  failure: null,
}
