import { z } from 'zod'
import { columnReadings } from '../../rules/import/import-columns.ts'
import { csvDelimiters } from '../../rules/import/csv-lines.ts'
import { importKinds, maxColumns } from '../../rules/import/import-fields.ts'
import { ownNumberMax } from '../../rules/import/order-row.ts'
import { dateOrders } from '../../rules/import/read-dates.ts'
import { orderStatusById } from '../../values/order-status.ts'

/** Bytes of the file's text; the JSON body may be slightly larger. */
const importMaxBytes = 20_000_000
export const importBodyMaxBytes = 24_000_000
export const importTooLarge = 'A file can have 20 MB. Divide it, and give each part the header line.'

const importColumn = z
  .strictObject({
    header: z.string().max(1_000),
    field: z.string().max(100).nullable(),
    reading: z.enum(columnReadings).optional().meta({ description: 'The order of its dates, or the mark before the cents of its amounts' }),
  })
  .meta({ description: 'A column of the file by its header, the field that it fills or null, and how its cells are read where that is a question' })

const statusId = z
  .string()
  .max(100)
  .refine((id) => orderStatusById.has(id), { error: 'There is no such status' })

export const importBody = z.strictObject({
  kind: z.enum(importKinds, { error: 'Kind must be customers, orders or products' }),
  csv: z.string({ error: 'The text of the file is required' }).min(1, { error: 'The file is empty' }).max(importMaxBytes, { error: importTooLarge }),
  columns: z
    .array(importColumn)
    .max(maxColumns, { error: `A file can have ${maxColumns} columns` })
    .optional()
    .meta({ description: 'Absent: guessed from the header line; without `reading`: as the other cells of the column say' }),
  delimiter: z.enum(csvDelimiters).optional().meta({ description: 'Absent: guessed' }),
  dateOrder: z.enum(dateOrders).optional().meta({ description: "How 3/4/2026 is read; absent: as the column's other dates or the shop's language say" }),
  statuses: z
    .array(z.strictObject({ text: z.string().max(255), statusId }))
    .max(500)
    .optional()
    .meta({ description: 'What statuses of the file come in as; the others by their words' }),
  sharedSkus: z
    .array(z.string().max(100))
    .max(20_000)
    .optional()
    .meta({ description: 'Of a piece of a larger file: the SKUs, in small letters, that stand at several articles of the whole' }),
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
    warnings: z
      .array(z.strictObject({ line: z.int(), kind: z.string(), reason: z.string() }))
      .meta({ description: 'Cells of created rows that are kept in the notes, because their field cannot have them; `kind` is the same for all of a kind' }),
    statuses: z
      .array(z.strictObject({ text: z.string(), count: z.int(), statusId: z.string(), isKnown: z.boolean() }))
      .meta({ description: 'The statuses of the file, on how many lines each stands, and what it comes in as' }),
  })
  .meta({ id: 'ImportResult' })

export type ImportBody = z.infer<typeof importBody>
export type ImportAnswer = z.infer<typeof importAnswer>
export type ImportWarning = ImportAnswer['warnings'][number]
