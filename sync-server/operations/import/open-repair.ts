import { z } from 'zod'
import { longTextMaxLength } from '#schema/fields.ts'
import { orderStatusIdByName, type OrderStatusName } from '#schema/values/order-status.ts'
import type { ImportFormat } from './record.ts'

/** Open Repair Data Standard (v0.3). The files hold no personal names: each location gets one walk-in customer. */
const statusByOutcome: Record<string, OrderStatusName> = {
  fixed: 'Fixed',
  repairable: 'In Progress',
  'end of life': 'Not Fixable',
}

const day = z.iso.date({ error: 'event_date is not a day (YYYY-MM-DD)' })

const rowSchema = z.object({
  id: z.string().trim().min(1, { error: 'id is empty' }).max(200, { error: 'id is too long' }),
  brand: z.string().trim().max(200, { error: 'brand is too long' }),
  product_category: z.string().trim().min(1, { error: 'product_category is empty' }).max(200, { error: 'product_category is too long' }),
  year_of_manufacture: z.string().trim(),
  repair_status: z.string().trim(),
  repair_barrier_if_end_of_life: z.string().trim(),
  group_identifier: z.string().trim().max(180, { error: 'group_identifier is too long' }),
  event_date: z.string().trim().pipe(day),
  problem: z
    .string()
    .trim()
    .max(longTextMaxLength, { error: `problem is longer than ${longTextMaxLength} characters` }),
})

export const openRepairFormat: ImportFormat = {
  name: 'Open Repair Data',
  requiredColumns: Object.keys(rowSchema.shape),
  rowToRecord(row) {
    const parsed = rowSchema.safeParse(row)
    if (!parsed.success) return { refusal: parsed.error.issues.map((issue) => issue.message).join('; ') }
    const { id, brand, product_category, year_of_manufacture, repair_status, repair_barrier_if_end_of_life, group_identifier, event_date, problem } =
      parsed.data
    const isKnownBrand = brand !== '' && brand.toLowerCase() !== 'unknown'
    const year = /^\d{4}(\.0)?$/.test(year_of_manufacture) ? year_of_manufacture.slice(0, 4) : ''
    const place = group_identifier === '' ? 'unknown place' : group_identifier
    const notes = [repair_barrier_if_end_of_life && `Barrier: ${repair_barrier_if_end_of_life}`, `Place: ${place}`, `Record: ${id}`]
    return {
      record: {
        key: id,
        customer: { key: `place:${place}`, values: { name: `Walk-in ${place}` } },
        order: {
          itemDetails: [isKnownBrand ? brand : '', product_category, year].filter(Boolean).join(' '),
          issueDescription: problem === '' ? product_category : problem,
          orderStatusId: orderStatusIdByName[statusByOutcome[repair_status.toLowerCase()] ?? 'Diagnosis'],
          orderNotes: notes.filter(Boolean).join('\n'),
        },
        // The files have dates only; noon UTC is the same calendar day nearly everywhere.
        createdAt: `${event_date}T12:00:00.000Z`,
      },
    }
  },
}
