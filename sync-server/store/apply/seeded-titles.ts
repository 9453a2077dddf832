import { productColors, productConditions, productTypes } from '#schema/rules/merge/reference-rows.ts'
import { orderStatuses } from '#schema/values/order-status.ts'

const titles: ReadonlyMap<string, string> = new Map<string, string>([
  ...orderStatuses.map(({ id, statusName }) => [`order_statuses/${id}`, statusName] as const),
  ...productConditions.map(({ id, conditionName }) => [`product_conditions/${id}`, conditionName] as const),
  ...productTypes.map(({ id, typeName }) => [`product_types/${id}`, typeName] as const),
  ...productColors.map(({ id, colorName }) => [`product_colors/${id}`, colorName] as const),
])

/** Title of a row that every database contains from its creation; undefined for others. */
export const seededTitle = (table: string, id: string): string | undefined => titles.get(`${table}/${id}`)
