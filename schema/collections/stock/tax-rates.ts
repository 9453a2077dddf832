import { z } from 'zod'
import { choice } from '../../choice-fields.ts'
import { defineCollection, type DocumentOf } from '../../collection.ts'
import { jsonList } from '../../composed-fields.ts'
import { flag, text } from '../../fields.ts'
import { percent } from '../../line-fields.ts'
import { taxCategories, taxPartsMax } from '../../values/taxes/tax-rate.ts'

const name = text('Name', { required: 'Name is required', max: 100 })
const percentField = percent('Percent', { required: 'Percent is required', invalid: 'Percent must be 0 to 100 with at most four decimals' })

const answeredPart = z.strictObject({ name: z.string(), percent: z.number() }).meta({ id: 'TaxPart' })

/** Taxes of a shop. A percent never changes, so that papers of the past can be made again: `schema/rules/taxes/`. */
export const taxRates = defineCollection({
  name: 'tax_rates',
  fields: {
    name,
    percent: percentField,
    category: choice('Category', taxCategories, 'standard'),
    /** For every line and quote without a rate of its own. */
    isDefault: flag('Default'),
    isDefaultForLabour: flag('Default for labour'),
    archived: flag('Archived'),
    /** The taxes that it is the sum of; listed one by one on paper. */
    parts: jsonList('Parts', {
      given: z.strictObject({ name: name.schema, percent: percentField.schema }),
      answered: answeredPart,
      max: taxPartsMax,
      tooMany: `A tax rate can have ${taxPartsMax} parts`,
    }),
  },
  access: { read: 'member', create: 'view_shop_setting', update: 'view_shop_setting', delete: 'nobody' },
  audit: { noun: 'tax rate', titleField: 'name' },
})

export type TaxRate = DocumentOf<typeof taxRates>
