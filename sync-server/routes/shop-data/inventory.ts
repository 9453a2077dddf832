import { z } from 'zod'
import type { ShapeOf } from '#schema/answer-shape.ts'
import {
  categoryBranchAnswer,
  inventoryBranchAnswer,
  pastedAnswer,
  productColorAnswer,
  productConditionAnswer,
  productTypeAnswer,
  stockMovementAnswer,
} from '#schema/api/answers/inventory-answers.ts'
import { categoryAnswer, productAnswer, supplierAnswer } from '#schema/api/answers/row-answers.ts'
import {
  categoryCreateBody,
  categoryMoveBody,
  categoryPasteBody,
  categoryRenameBody,
  productCreateBody,
  productUpdateBody,
  supplierCreateBody,
  supplierUpdateBody,
} from '#schema/api/rows.ts'
import { productColors, productConditions, productTypes } from '#schema/rules/merge/reference-rows.ts'
import { pasteCategories } from '../../commands/paste-categories.ts'
import { listCategories, listInventory } from '../../queries/rows/category-list.ts'
import { listProducts, listSuppliers } from '../../queries/rows/shop-lists.ts'
import { listStockMovements } from '../../queries/rows/stock-movements.ts'
import { updateRow } from '../../store/write-rows.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { getRow, readId, readRoute, readShopId, toRestCaller, writeRoutes } from './row-routes.ts'

/** Global look-up tables, for every signed-in user. */
const lookUpRoute = <Row>(path: string, summary: string, rowAnswer: ShapeOf<Row>, rows: readonly Row[]): Route =>
  defineRoute({ method: 'GET', path, summary, access: { who: 'signed-in' }, answer: z.array(rowAnswer), handler: async () => [...rows] })

const readCategories = { who: 'member', action: 'read', collection: 'categories' } as const
const changeCategories = { who: 'member', action: 'update', collection: 'categories' } as const

const productWrites = writeRoutes({
  collection: 'products',
  segment: 'products',
  noun: 'product',
  createBody: productCreateBody,
  updateBody: productUpdateBody,
})
const categoryWrites = writeRoutes({
  collection: 'categories',
  segment: 'categories',
  noun: 'category',
  createBody: categoryCreateBody,
  updateBody: categoryCreateBody,
}).filter(({ method }) => method !== 'PUT')

export const inventoryRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/category-hierarchy-inventory',
    summary: "The shop's categories as a tree by name, with their products and pieces in stock here and below, without what is archived",
    access: readCategories,
    answer: z.array(inventoryBranchAnswer),
    listKey: 'categoryId',
    handler: ({ services, steps, params }) => listInventory(services.reader, steps, readShopId(params)),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/categories',
    summary: "The shop's categories as a tree by name",
    access: readCategories,
    answer: z.array(categoryBranchAnswer),
    handler: ({ services, steps, params }) => listCategories(services.reader, steps, readShopId(params)),
  }),
  ...categoryWrites,
  defineRoute({
    method: 'PUT',
    path: '/api/:shopId/categories/:id',
    summary: 'Rename a category',
    access: changeCategories,
    body: categoryRenameBody,
    answer: categoryAnswer,
    handler: ({ services, caller, params, body }) => updateRow(services, toRestCaller(caller), readShopId(params), 'categories', readId(params), body),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/api/:shopId/categories/:id',
    summary: 'Move a category under another one, null for the top level; never below itself (CAT-08)',
    access: changeCategories,
    body: categoryMoveBody,
    answer: categoryAnswer,
    handler: ({ services, caller, params, body }) => updateRow(services, toRestCaller(caller), readShopId(params), 'categories', readId(params), body),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/:shopId/categories/bulk',
    summary: 'Make copied categories anew, by name, with all that is below them',
    access: { who: 'member', action: 'create', collection: 'categories' },
    body: categoryPasteBody,
    answer: pastedAnswer,
    handler: ({ services, caller, params, body }) => pasteCategories(services, caller, readShopId(params), body.categoryTree, body.targetParentId),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/products',
    summary: 'Products of the shop by name, also archived ones',
    access: { who: 'member', action: 'read', collection: 'products' },
    answer: z.array(productAnswer),
    handler: ({ services, steps, params }) => listProducts(services.reader, steps, readShopId(params)),
  }),
  readRoute('products', 'products', 'product'),
  ...productWrites,
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/products/:id/movements',
    summary: "What moved a product's count, newest first, with the count that each left (LINE-03)",
    access: { who: 'member', action: 'read', collection: 'products' },
    answer: z.array(stockMovementAnswer),
    handler: async ({ services, steps, params }) => {
      const { id, shopId } = await getRow(services, 'products', readShopId(params), readId(params))
      return listStockMovements(services.reader, steps, shopId, id)
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/suppliers',
    summary: 'Suppliers of the shop by name',
    access: { who: 'member', action: 'read', collection: 'suppliers' },
    answer: z.array(supplierAnswer),
    handler: ({ services, steps, params }) => listSuppliers(services.reader, steps, readShopId(params)),
  }),
  ...writeRoutes({ collection: 'suppliers', segment: 'suppliers', noun: 'supplier', createBody: supplierCreateBody, updateBody: supplierUpdateBody }),
  lookUpRoute('/api/product-conditions', 'Conditions a product may have', productConditionAnswer, productConditions),
  lookUpRoute('/api/product-types', 'Types a product may have', productTypeAnswer, productTypes),
  lookUpRoute('/api/product-colors', 'Colors a product may have', productColorAnswer, productColors),
]
