import { z } from 'zod'
import { answerId, answerInstant } from '../../answer-shape.ts'
import { productAnswer } from './row-answers.ts'

export const categoryBranchAnswer = z.strictObject({
  id: answerId(),
  name: z.string(),
  parentId: answerId().nullable(),
  get children() {
    return z.array(categoryBranchAnswer)
  },
})

export type CategoryBranch = z.infer<typeof categoryBranchAnswer>

/** A node of the inventory with its stock in pieces. */
export const inventoryBranchAnswer = z.strictObject({
  name: z.string(),
  categoryId: answerId(),
  products: z.array(productAnswer),
  hasDirectProducts: z.boolean(),
  directInventoryCount: z.int(),
  cumulativeInventoryCount: z.int(),
  get children() {
    return z.array(inventoryBranchAnswer)
  },
})

export type InventoryBranch = z.infer<typeof inventoryBranchAnswer>

// Registered globally: `.meta` returns a copy, which a recursive schema would not refer to.
z.globalRegistry.add(categoryBranchAnswer, { id: 'CategoryBranch' })
z.globalRegistry.add(inventoryBranchAnswer, { id: 'InventoryBranch' })

export const productConditionAnswer = z.strictObject({ id: answerId(), conditionName: z.string() }).meta({ id: 'ProductCondition' })
export const productTypeAnswer = z.strictObject({ id: answerId(), typeName: z.string() }).meta({ id: 'ProductType' })
export const productColorAnswer = z.strictObject({ id: answerId(), colorName: z.string() }).meta({ id: 'ProductColor' })

export const pastedAnswer = z.strictObject({ count: z.int().min(1) })

/** One change of a product's count. `orderId`: order of the line that caused it; `createdAt`: time of the user's action. */
export const stockMovementAnswer = z
  .strictObject({
    id: answerId(),
    delta: z.int(),
    countAfter: z.int(),
    reason: z.enum(['line', 'purchase', 'count', 'import']),
    orderId: answerId().nullable(),
    userId: answerId().nullable(),
    createdAt: answerInstant(),
  })
  .meta({ id: 'StockMovement' })

export type StockMovement = z.infer<typeof stockMovementAnswer>

/** What a stock take says of one product. `movedSince`: after `countedAt`. `difference`: that applying makes, or made. */
const countedProductAnswer = z
  .strictObject({
    productId: answerId(),
    counted: z.int(),
    countedAt: answerInstant(),
    movedSince: z.int(),
    difference: z.int(),
    isApplied: z.boolean(),
  })
  .meta({ id: 'CountedProduct' })

export const stockTakeAnswer = z.strictObject({ takeId: answerId(), products: z.array(countedProductAnswer) }).meta({ id: 'StockTake' })

export type StockTake = z.infer<typeof stockTakeAnswer>
