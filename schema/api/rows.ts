import { z } from 'zod'
import { baseKeys, collectionToCreateShape, collectionToUpdateShape, type Collection } from '../collection.ts'
import { collectionByName } from '../collections/index.ts'
import { boundedText, countryCodeSchema, instantSchema, longTextMaxLength, phoneSchema, reference, shortTextMaxLength, text, uuidSchema } from '../fields.ts'
import { neededPhoneMessage } from '../rules/customers/phone-pairs.ts'
import { typeTheNameMessage } from '../rules/customers/erase.ts'
import { isDayText, isValidTimeZone } from '../rules/text/calendar.ts'
import { flattenPastedTree, pastedCategoriesMax } from '../rules/inventory/category-paste.ts'
import { accessCodeMaxLength, accessCodeMinLength } from '../rules/customers/portal.ts'
import { eInvoiceFormats } from '../values/invoices/e-invoice-format.ts'
import type { Json } from '../values/merge.ts'
import { orderKinds } from '../values/order-kind.ts'
import { bodyToCustomerFields, bodyToDatedFields, bodyToOrderFields, bodyToPhoneFields } from '../wire.ts'
import { fillSale } from '../rules/orders/sale.ts'
import { isRecord } from '../is-record.ts'

/** Bodies and queries of the row routes. `''` counts as null; keys absent from a PUT stay unchanged. */

const {
  assets,
  attachments,
  customers,
  estimates,
  invoices,
  messages,
  order_lines: orderLines,
  order_notes: orderNotes,

  orders,
  tasks,
  till_days: tillDays,
  payments,
  costs,
  products,
  purchases,
  purchase_lines: purchaseLines,
  stock_counts: stockCounts,
  categories,
  suppliers,
  services,
  tax_rates: taxRates,
  test_results: testResults,
  tests,
} = collectionByName

export type RowValues = Record<string, Json>
type Body = Readonly<Record<string, unknown>>
type Shape = Record<string, z.ZodType>

/** Optional; if present it must equal the shop of the URL, which the route checks. */
const bodyShopId = boundedText('Shop ID is required', shortTextMaxLength, 'Shop is not valid')
  .refine((value) => value !== '', { error: 'Shop ID is required' })
  .meta({ format: 'uuid', maxLength: undefined, description: 'If it is there it must be the shop of the address' })
  .optional()

/** Keys that the server sets; ignored in bodies, so that a client may send a row back as it read it. */
const serverKeys = (collection: Collection): ReadonlySet<string> => {
  const ownKeys = Object.entries(collection.fields).flatMap(([name, { writer }]) => (writer === 'server' ? [name] : []))
  const keys = [...baseKeys, ...ownKeys, ...collection.answeredKeys].filter((key) => key !== 'shopId' && !(key === 'createdAt' && collection.createdAtEditable))
  return new Set(keys)
}

function bodyShape(collection: Collection, shape: z.ZodObject<Shape>, { toFields = asIs, described = {}, extra = {} }: BodyOptions): z.ZodType<RowValues> {
  const ignored = serverKeys(collection)
  const read = (body: unknown): unknown =>
    isRecord(body)
      ? Object.fromEntries(Object.entries(toFields(body)).filter(([key, value]) => (!ignored.has(key) || key in extra) && value !== undefined))
      : body
  // Safe: every field's schema outputs JSON. Undefined values are dropped.
  const toValues = (values: object): RowValues => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  return z
    .preprocess(read, shape.extend({ shopId: bodyShopId }))
    .transform(toValues)
    .meta({ alsoProperties: described })
}

const asIs = (body: Body): Body => body
const optionalShape = (shape: Shape): Shape => Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, schema.optional()]))

type BodyOptions = {
  extra?: Shape
  toFields?: (body: Body) => Body
  /** JSON Schema of properties that `toFields` accepts beyond the shape, for the OpenAPI document. */
  described?: Record<string, object>
}

const createBody = (collection: Collection, options: BodyOptions = {}) =>
  bodyShape(collection, collectionToCreateShape(collection).extend(options.extra ?? {}), options)

const updateBody = (collection: Collection, options: BodyOptions = {}) =>
  bodyShape(collection, collectionToUpdateShape(collection).extend(optionalShape(options.extra ?? {})), options)

const accessCodeMessage = `Access code must have ${accessCodeMinLength} to ${accessCodeMaxLength} characters`

/** Set with 8–64 characters, removed with null. */
const accessCodeSchema = boundedText('Access code must be text', shortTextMaxLength, accessCodeMessage)
  .trim()
  .min(accessCodeMinLength, { error: accessCodeMessage })
  .max(accessCodeMaxLength, { error: accessCodeMessage })
  .meta({ description: 'Never answered; rows tell by hasAccessCode whether there is one. Left out or sent as dots it stays, null removes it' })
  .nullable()
  .optional()

const unlessNoPhone = 'Needed unless `noPhone` is set, which makes it null'
const neededPhone = {
  phone: phoneSchema(neededPhoneMessage).nullable().optional().meta({ description: unlessNoPhone }),
  countryCode: countryCodeSchema('Country code is required').nullable().optional().meta({ description: unlessNoPhone }),
}

/** Imported rows may lack a phone; request bodies may only on purpose. */
const customerBody: BodyOptions = {
  extra: { ...neededPhone, customerAccessCode: accessCodeSchema },
  toFields: (body) => bodyToPhoneFields(bodyToCustomerFields(body)),
}
export const customerCreateBody = createBody(customers, {
  ...customerBody,
  toFields: (body) => bodyToPhoneFields({ phone: '', countryCode: '', ...bodyToCustomerFields(body) }),
})
export const customerUpdateBody = updateBody(customers, customerBody)
/** `name`: the customer's name, typed again to confirm, since erasing cannot be undone. */
export const customerEraseBody = z.strictObject({ name: z.string({ error: typeTheNameMessage }).max(200, { error: typeTheNameMessage }) })

const orderBody: BodyOptions = {
  toFields: bodyToOrderFields,
  described: {
    quotedCost: { type: ['string', 'number', 'null'], maxLength: orders.fields.quotedCost.maxLength, description: 'Free text; a number is taken as its text' },
    return: { type: 'boolean', description: 'Another word for `repeat`, which wins when both are there' },
  },
}
export const orderCreateBody = createBody(orders, {
  ...orderBody,
  toFields: (body) => fillSale(bodyToOrderFields(body['customerId'] === null ? { ...body, customerId: '' } : body)),
  described: {
    ...orderBody.described,
    kind: {
      type: 'string',
      enum: orderKinds,
      description: 'A `sale` may leave customerId, orderStatusId, itemDetails and issueDescription out; it never changes',
    },
  },
})
export const orderUpdateBody = updateBody(orders, orderBody)

const datedBody: BodyOptions = {
  toFields: bodyToDatedFields,
  described: {
    createdAt: {
      type: 'string',
      description: 'An instant, a day (its start in UTC) or a local time; anything else is ignored. Left out: now, or as it is stored',
    },
  },
}
export const paymentCreateBody = createBody(payments, datedBody)
export const paymentUpdateBody = updateBody(payments, datedBody)
export const costCreateBody = createBody(costs, datedBody)
export const costUpdateBody = updateBody(costs, datedBody)

export const assetCreateBody = createBody(assets)
export const assetUpdateBody = updateBody(assets)
export const assetsQuery = z.object({ customerId: uuidSchema('Customer is not valid').optional() })

const taskOrder = reference('Order', 'orders', { required: 'orderId required for order tasks', onParentDelete: { action: 'cascade' } })
export const taskCreateBody = createBody(tasks, { extra: { orderId: taskOrder.schema } })
export const taskUpdateBody = updateBody(tasks)

const shopTaskBody: BodyOptions = {
  extra: { description: text('Description', { required: 'Description is required', max: longTextMaxLength, merge: 'text' }).schema },
  toFields: ({ orderId: _, ...body }) => body,
  described: { orderId: { description: 'Ignored: a task of the shop has no order', type: ['string', 'null'] } },
}
export const shopTaskCreateBody = createBody(tasks, shopTaskBody)
export const shopTaskUpdateBody = updateBody(tasks, shopTaskBody)

/** Without `included` a line of a warranty claim is included, which the write path knows. */
export const orderLineCreateBody = createBody(orderLines, { extra: { included: orderLines.fields.included.schema.optional() } })
export const orderLineUpdateBody = updateBody(orderLines)

/** What belongs to orders: of all, or of one. */
export const ofOrderQuery = z.object({ orderId: uuidSchema('Order is not valid').optional() })

export const orderNoteCreateBody = createBody(orderNotes)
export const orderNoteUpdateBody = updateBody(orderNotes)
export const tillDayCreateBody = createBody(tillDays)
export const tillDayUpdateBody = updateBody(tillDays)

export const productCreateBody = createBody(products)
const { schema: countSchema } = products.fields.inventoryCount

/** Accepts a negative count, so that a row can be sent back as read. The write path checks that it is unchanged. */
const heldCountSchema = z.union([z.int().min(-1_000_000_000).max(-1), countSchema], { error: 'Inventory count must be a positive integer' })
export const productUpdateBody = updateBody(products, { extra: { inventoryCount: heldCountSchema } })
export const supplierCreateBody = createBody(suppliers)
export const supplierUpdateBody = updateBody(suppliers)
export const purchaseCreateBody = createBody(purchases)
export const purchaseUpdateBody = updateBody(purchases)
export const purchaseLineCreateBody = createBody(purchaseLines)
export const purchaseLineUpdateBody = updateBody(purchaseLines)
export const purchaseLinesQuery = z.object({ purchaseId: uuidSchema('Purchase is not valid').optional() })
export const stockCountCreateBody = createBody(stockCounts)
export const stockCountUpdateBody = updateBody(stockCounts)
export const stockCountsQuery = z.object({ takeId: uuidSchema('Stock take is not valid').optional() })
export const taxRateCreateBody = createBody(taxRates)
export const taxRateUpdateBody = updateBody(taxRates)
export const serviceCreateBody = createBody(services)
export const serviceUpdateBody = updateBody(services)
export const testCreateBody = createBody(tests)
export const testUpdateBody = updateBody(tests)
export const testResultCreateBody = createBody(testResults)
export const testResultUpdateBody = updateBody(testResults)

export const attachmentCreateBody = createBody(attachments)
export const attachmentUpdateBody = updateBody(attachments)

export const estimateCreateBody = createBody(estimates)
const asItWasRead = z
  .unknown()
  .meta({ type: ['number'], description: 'Ignored for a draft. Once an estimate was sent, another value than the one that was read is a conflict' })
export const estimateUpdateBody = updateBody(estimates, { extra: { total: asItWasRead, version: asItWasRead } })

export const invoiceCreateBody = createBody(invoices)
const asIssued = z.unknown().meta({
  type: ['string', 'number', 'object', 'array', 'null'],
  description: 'Ignored for a draft. Once it is issued, another value than the one that was read is a conflict',
})
const ofServer = Object.entries(invoices.fields).flatMap(([name, { writer }]) => (writer === 'server' ? [[name, asIssued] as const] : []))
export const invoiceUpdateBody = updateBody(invoices, { extra: Object.fromEntries(ofServer) })
export const eInvoiceQuery = z.object({ format: z.enum(eInvoiceFormats, { error: `Format must be ${eInvoiceFormats.join(' or ')}` }).default('ubl') })

export const messageCreateBody = createBody(messages)
export const messageUpdateBody = updateBody(messages)

export const categoryCreateBody = createBody(categories)
/** PUT renames, PATCH moves. */
export const categoryRenameBody = z.strictObject({ name: categories.fields.name.schema })
export const categoryMoveBody = z.strictObject({ parentId: categories.fields.parentId.schema })

/** Input of `flattenPastedTree`, for the OpenAPI document. */
export const copiedCategoryShape = z
  .looseObject({
    name: categories.fields.name.schema,
    get children() {
      return z.array(copiedCategoryShape).nullable().optional()
    },
  })
  .meta({ id: 'CopiedCategory' })
const copiedCategoryRef = '#/components/schemas/CopiedCategory'

/** Only names are taken; ids and other keys of the copied nodes are ignored. */
export const categoryPasteBody = z.strictObject({
  categoryTree: z
    .unknown()
    .transform((tree, context) => {
      const list = flattenPastedTree(tree)
      if (list !== undefined) return list
      context.addIssue({ code: 'custom', message: `Copy between 1 and ${pastedCategoriesMax} categories` })
      return z.NEVER
    })
    .meta({
      description: `One copied category or several, at most ${pastedCategoriesMax} with all that is below them; only names are taken`,
      anyOf: [{ $ref: copiedCategoryRef }, { type: 'array', minItems: 1, maxItems: pastedCategoriesMax, items: { $ref: copiedCategoryRef } }],
    }),
  targetParentId: categories.fields.parentId.schema.optional().transform((id) => id ?? null),
})

export const checklistSelectionsBody = z.object({
  checklistIds: z.array(uuidSchema('Checklist item is not valid'), { error: 'checklistIds must be a list of ids' }).max(500),
})

const timezoneSchema = boundedText('Timezone is not valid')
  .refine(isValidTimeZone, { error: 'Timezone is not valid' })
  .meta({ maxLength: undefined, description: 'IANA name of a zone, such as `Europe/Berlin`. Left out: the zone that the shop has set, or UTC' })
  .optional()

export const timezoneQuery = z.object({ timezone: timezoneSchema })

const daySchema = boundedText('Date must look like 2026-03-01')
  .refine(isDayText, { error: 'Date must look like 2026-03-01' })
  .meta({ format: 'date', maxLength: undefined })
  .optional()

/** Calendar days in the time zone, both inclusive. */
export const reportQuery = z.object({ dateFrom: daySchema, dateTo: daySchema, timezone: timezoneSchema })

/** Lines of one order, or those made in a range of days, as a report counts their costs. */
export const orderLinesQuery = reportQuery
  .extend({ orderId: uuidSchema('Order is not valid').optional() })
  .refine(({ orderId, dateFrom, dateTo }) => orderId === undefined || (dateFrom === undefined && dateTo === undefined), {
    error: 'Ask for the lines of an order or of days, not of both',
    path: ['orderId'],
  })
/** Calendar days of the shop, both inclusive. */
export const journalQuery = z
  .object({ from: daySchema, to: daySchema, format: z.literal('csv', { error: 'Format must be csv' }).default('csv') })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, { error: 'from must not be after to', path: ['from'] })

export const issueQuery = z.object({
  unlessIssued: z
    .literal('true', { error: 'unlessIssued can only be true' })
    .optional()
    .meta({ description: 'Refuses a document that is issued already, and an invoice of an order with one that is not credited as a whole' }),
})

/** `ticket`: number with or without prefix, of a repair or a sale. */
export const ordersQuery = z.object({
  ticket: z.string().max(40).optional(),
  kind: z.enum([...orderKinds, 'all'], { error: 'kind must be repair, sale or all' }).default('repair'),
})

export const customersQuery = z.object({ search: z.string().max(200).default('') })

/**
 * Newest first; `before`: time of the previous page's last entry. `from` (inclusive) and `to` (exclusive) bound the
 * mutation or its arrival.
 */
export const activitiesQuery = z.object({
  before: instantSchema('before must be an instant').optional(),
  search: z.string().max(200).default(''),
  from: instantSchema('from must be an instant').optional(),
  to: instantSchema('to must be an instant').optional(),
})
