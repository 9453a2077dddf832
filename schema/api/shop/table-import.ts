import { z } from 'zod'
import { ownNumberMax } from '../../rules/import/order-row.ts'
import { dateOrders } from '../../rules/import/read-cells.ts'
import { importKinds } from '../../rules/import/import-fields.ts'

/** Bytes of the file's text; the JSON body may be slightly larger. */
export const importMaxBytes = 20_000_000
export const importBodyMaxBytes = 24_000_000
export const importTooLarge = 'A file can have 20 MB. Divide it, and give each part the header line.'

const importColumn = z
  .strictObject({ header: z.string().max(1_000), field: z.string().max(100).nullable() })
  .meta({ description: 'A column of the file by its header, and the field that it fills or null' })

export const importBody = z.strictObject({
  kind: z.enum(importKinds, { error: 'Kind must be customers, orders or products' }),
  csv: z.string({ error: 'The text of the file is required' }).min(1, { error: 'The file is empty' }).max(importMaxBytes, { error: importTooLarge }),
  columns: z.array(importColumn).max(500).optional().meta({ description: 'Absent: guessed from the header line' }),
  delimiter: z.enum([',', ';', '\t']).optional().meta({ description: 'Absent: guessed' }),
  dateOrder: z.enum(dateOrders).optional().meta({ description: "How 3/4/2026 is read; absent: as the file's other dates or the shop's language say" }),
  numbersAbove: z
    .int()
    .min(0)
    .max(ownNumberMax)
    .optional()
    .meta({ description: 'Orders get ticket numbers above this one; absent: above those of the file that have up to six digits' }),
  dryRun: z.boolean({ error: 'dryRun must be true or false' }).default(false),
})

export const importAnswer = z
  .strictObject({
    columns: z.array(importColumn),
    read: z.int().meta({ description: 'Lines behind the header' }),
    created: z.int().meta({ description: 'With dryRun: what would be created' }),
    existing: z.int().meta({ description: 'Lines that the shop has already, or that stood in the file before' }),
    refused: z.array(z.strictObject({ line: z.int(), reason: z.string() })),
  })
  .meta({ id: 'ImportResult' })

export type ImportBody = z.infer<typeof importBody>
export type ImportAnswer = z.infer<typeof importAnswer>
