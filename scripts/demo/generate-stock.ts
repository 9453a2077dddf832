import { v5 as uuidV5 } from 'uuid'
import type { Mutation, Op } from '#schema/api/sync.ts'
import type { Json } from '#schema/values/merge.ts'
import { productColors, productConditions, productTypes } from '#schema/rules/merge/reference-rows.ts'
import type { Random } from './random.ts'
import type { DemoStock, StockGroup } from './stock-vocabulary.ts'

const dayMs = 86_400_000
const setUpDays = 195
const lowShare = 0.2
const changedShare = 0.3

type Row = { id: string; values: Record<string, Json> }

/**
 * Suppliers, categories, products and count changes in order of time; about one product in five is low. Deterministic
 * for `random` and `now`.
 */
export function generateStock(shopId: string, { suppliers, groups }: DemoStock, random: Random, now: Date): Mutation[] {
  const toId = (name: string): string => uuidV5(`stock-${name}`, shopId)
  const makeMutation = (name: string, atMs: number, ops: Op[]): Mutation => ({ id: toId(`act-${name}`), shopId, at: new Date(atMs).toISOString(), ops })
  const create = (collection: string, { id, values }: Row): Op => ({ action: 'create', collection, id, values })
  const startMs = now.getTime() - setUpDays * dayMs

  const mutations = [
    makeMutation(
      'suppliers',
      startMs,
      suppliers.map((values) => create('suppliers', { id: toId(values.supplierName), values })),
    ),
  ]
  const known = new Set<string>()
  for (const [index, group] of groups.entries()) {
    const categories = group.path.flatMap((name, depth): Op[] => {
      const path = group.path.slice(0, depth + 1).join('/')
      if (known.has(path)) return []
      known.add(path)
      return [create('categories', { id: toId(path), values: { name, parentId: depth === 0 ? null : toId(group.path.slice(0, depth).join('/')) } })]
    })
    const atMs = startMs + (index + 1) * 600_000
    const products = group.items.map((name, place) => createProduct({ group, name, place, random, toId }))
    mutations.push(makeMutation(`group-${index}`, atMs, [...categories, ...products.map((row) => create('products', row))]))
    for (const { id, values } of products) {
      if (!random.chance(changedShare)) continue
      const from = Number(values['inventoryCount'])
      const changes = { inventoryCount: { from, to: from + random.between(1, 6) } }
      mutations.push(
        makeMutation(`count-${id}`, now.getTime() - random.between(1, setUpDays - 2) * dayMs, [{ action: 'update', collection: 'products', id, changes }]),
      )
    }
  }
  return mutations.sort((a, b) => a.at.localeCompare(b.at))
}

type ProductPlan = { group: StockGroup; name: string; place: number; random: Random; toId: (name: string) => string }

function createProduct({ group, name, place, random, toId }: ProductPlan): Row {
  const isDevice = group.type === 'device'
  const reorderPoint = isDevice ? 1 : random.pick([1, 2, 2, 3, 5])
  const inventoryCount = random.chance(lowShare) ? random.between(0, reorderPoint) : reorderPoint + random.between(1, isDevice ? 3 : 14)
  const cost = random.between(group.costFrom * 2, group.costTo * 2) / 2
  const isSold = group.type !== 'tool' && group.type !== 'chemical'
  const values: Record<string, Json> = {
    name,
    categoryHierarchyId: toId(group.path.join('/')),
    supplierId: group.supplier === null ? null : toId(group.supplier),
    conditionId: productConditions.find(({ conditionName }) => conditionName === (group.condition ?? 'new'))?.id ?? null,
    typeId: productTypes.find(({ typeName }) => typeName === group.type)?.id ?? null,
    colorId: productColors.find(({ colorName }) => name.endsWith(`, ${colorName}`))?.id ?? null,
    sku: `${group.sku}-${String(place + 1).padStart(2, '0')}`,
    inventoryCount,
    reorderPoint,
    costPrice: cost,
    // Workshop-only products have no price.
    salePrice: isSold ? Math.ceil((cost * 1.6) / 5) * 5 - 0.1 : null,
  }
  return { id: toId(`product-${group.path.join('/')}/${name}`), values }
}
