import { z } from 'zod'
import { answerId, answerInstant, collectionToAnswerShape, type RowShape, type ShapeOf } from '../../answer-shape.ts'
import type { Collection } from '../../collection.ts'
import { tillMethods } from '../../values/payments/till-methods.ts'
import { collectionByName, type CollectionName, collectionNames } from '../../collections/index.ts'

export const customerAnswer = collectionToAnswerShape(collectionByName.customers).meta({ id: 'Customer' })
const orderRowAnswer = collectionToAnswerShape(collectionByName.orders).meta({ id: 'OrderRow' })
/** REST orders carry `ticket` (the shop's prefix and the number) and `warrantyUntil` (a day); rows of the feed do not. */
export const orderAnswer = orderRowAnswer.extend({ ticket: z.string(), warrantyUntil: z.iso.date().nullable() }).meta({ id: 'Order' })

export type OrderAnswer = z.infer<typeof orderAnswer>

const amounts = z.partialRecord(z.enum(tillMethods), z.number())
const tillDayRowAnswer = collectionToAnswerShape(collectionByName.till_days).meta({ id: 'TillDayRow' })
/** By method. `difference`: counted less expected, null until somebody counted. Rows of the feed lack both. */
export const tillDayAnswer = tillDayRowAnswer.extend({ expected: amounts, difference: amounts.nullable() }).meta({ id: 'TillDay' })

const taskAnswer = collectionToAnswerShape(collectionByName.tasks).meta({ id: 'Task' })
export const productAnswer = collectionToAnswerShape(collectionByName.products).meta({ id: 'Product' })
export const taxRateAnswer = collectionToAnswerShape(collectionByName.tax_rates).meta({ id: 'TaxRate' })
export const supplierAnswer = collectionToAnswerShape(collectionByName.suppliers).meta({ id: 'Supplier' })
export const categoryAnswer = collectionToAnswerShape(collectionByName.categories).meta({ id: 'Category' })
export const activityAnswer = collectionToAnswerShape(collectionByName.activities).meta({ id: 'Activity' })

type RowAnswers = { [N in CollectionName]: RowShape<(typeof collectionByName)[N]> }

const answersWithNames: Partial<RowAnswers> = {
  customers: customerAnswer,
  orders: orderRowAnswer,
  tasks: taskAnswer,
  products: productAnswer,
  categories: categoryAnswer,
  suppliers: supplierAnswer,
  tax_rates: taxRateAnswer,
  till_days: tillDayRowAnswer,
  checklist_items: collectionToAnswerShape(collectionByName.checklist_items).meta({ id: 'ChecklistItemRow' }),
  checklist_selections: collectionToAnswerShape(collectionByName.checklist_selections).meta({ id: 'ChecklistSelection' }),
  activities: activityAnswer,
}

export const rowAnswerByCollection = collectionsToAnswers()

/** A row as the row routes answer it. The type omits what they add to the row. */
export const rowToAnswerShape = (collection: CollectionName): ShapeOf<z.infer<RowAnswers[CollectionName]>> =>
  collection === 'orders' ? orderAnswer : collection === 'till_days' ? tillDayAnswer : rowAnswerByCollection[collection]

export const changedRowAnswers = collectionNames.map((name) => (name === 'orders' ? orderAnswer : rowAnswerByCollection[name]))

/** Schemas without an id get one from the collection's noun: 'payment' becomes Payment. */
function collectionsToAnswers(): RowAnswers {
  const nounToId = (noun: string): string => noun.replaceAll(/(?:^|\s+)(\w)/g, (_all, letter: string) => letter.toUpperCase())
  const entries = collectionNames.map((name) => {
    const collection: Collection = collectionByName[name]
    return [name, answersWithNames[name] ?? collectionToAnswerShape(collection).meta({ id: nounToId(collection.audit.noun) })]
  })
  return Object.fromEntries(entries) as RowAnswers
}

export const taskListItemAnswer = taskAnswer
  .extend({
    customerName: z.string().nullable(),
    customerPhone: z.string().nullable(),
    customerCountryCode: z.string().nullable(),
    itemDetails: z.string().nullable(),
    issueDescription: z.string().nullable(),
    orderStatusId: answerId().nullable(),
    priority: z.boolean(),
    ticket: z.string().nullable(),
  })
  .meta({ id: 'TaskListItem' })

export type TaskListItem = z.infer<typeof taskListItemAnswer>

export const employeeListItemAnswer = z
  .strictObject({
    id: answerId(),
    name: z.string(),
    email: z.string().nullable(),
    country_code: z.string().nullable(),
    phone: z.string().nullable(),
    alternate_country_code: z.string().nullable(),
    alternate_phone: z.string().nullable(),
    shop_id: answerId(),
    shop_code: z.string(),
    shop_name: z.string(),
    entity_id: answerId(),
    user_id: answerId().nullable(),
  })
  .meta({ id: 'EmployeeListItem' })

export type EmployeeListItem = z.infer<typeof employeeListItemAnswer>

export const statusHistoryEntryAnswer = z
  .strictObject({ id: answerId(), shopId: answerId(), orderId: answerId(), orderStatusId: answerId(), createdAt: answerInstant() })
  .meta({ id: 'StatusHistoryEntry' })

export type StatusHistoryEntry = z.infer<typeof statusHistoryEntryAnswer>

/** Calendar days in the requested time zone. */
export const daysSinceStatusChangeAnswer = z.strictObject({ orderId: answerId(), daysSinceLastChange: z.int().min(0) }).meta({ id: 'DaysSinceStatusChange' })

export const checklistSelectionsAnswer = z.strictObject({ checklistIds: z.array(answerId()) }).meta({ id: 'ChecklistSelections' })

export const checklistItemAnswer = z.strictObject({ id: answerId(), name: z.string() }).meta({ id: 'ChecklistItem' })

export type ChecklistItemAnswer = z.infer<typeof checklistItemAnswer>

const taxPartAnswer = z.strictObject({ name: z.string(), percent: z.number(), tax: z.number() }).meta({ id: 'ChargedTaxPart' })

const chargedTaxAnswer = z
  .strictObject({ name: z.string(), percent: z.number(), base: z.number(), tax: z.number(), parts: z.array(taxPartAnswer).optional() })
  .meta({ id: 'ChargedTax' })

/** All but `paid` and `taxes` are null if nothing is charged. */
export const orderBalanceAnswer = z
  .strictObject({
    total: z.number().nullable(),
    net: z.number().nullable(),
    tax: z.number().nullable(),
    taxes: z.array(chargedTaxAnswer),
    paid: z.number(),
    balance: z.number().nullable(),
  })
  .meta({ id: 'OrderBalance' })

/** Null if the order has no passcode. */
export const passcodeAnswer = z.strictObject({ passcode: z.string().nullable() }).meta({ id: 'OrderPasscode' })
