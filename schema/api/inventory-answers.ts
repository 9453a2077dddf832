import type { Product } from '../collections/products.ts'
import type { CategoryNode } from '../rules/category-tree.ts'

/** A category with what is below it (DATA-25). */
export type CategoryBranch = { id: string; name: string; parentId: string | null; children: CategoryBranch[] }

export const categoryNodeToBranch = ({ id, name, parentId, children }: CategoryNode): CategoryBranch => ({ id, name, parentId, children: children.map(categoryNodeToBranch) })

/** A node of the inventory with its stock, counted in pieces (DATA-26, AMB-129). */
export type InventoryBranch = {
  name: string
  categoryId: string
  products: Product[]
  hasDirectProducts: boolean
  directInventoryCount: number
  cumulativeInventoryCount: number
  children: InventoryBranch[]
}

export const categoryNodeToInventory = (node: CategoryNode<Product>): InventoryBranch => ({
  name: node.name,
  categoryId: node.id,
  products: node.products,
  hasDirectProducts: node.hasDirectProducts,
  directInventoryCount: node.directInventoryCount,
  cumulativeInventoryCount: node.cumulativeInventoryCount,
  children: node.children.map(categoryNodeToInventory),
})
