import { z } from 'zod'
import { answerInstant } from '../../answer-shape.ts'

export const backupsAnswer = z
  .strictObject({
    /** False if BACKUP_DIR is not set; all other fields are then empty. */
    isOn: z.boolean(),
    everyMs: z.int().nullable(),
    /** Number of backups to retain. */
    keep: z.int().nullable(),
    kept: z.int(),
    /** The newest backup; each is verified before it gets its final name. */
    last: z.strictObject({ madeAt: answerInstant(), sizeBytes: z.int() }).nullable(),
    /** When the next one is due; null if that is now, or never. */
    nextAt: answerInstant().nullable(),
    isRunning: z.boolean(),
    isOverdue: z.boolean(),
    /** The error of the last attempt; null if it succeeded. */
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
  nextAt: null,
  isRunning: false,
  isOverdue: false,
  failure: null,
}
