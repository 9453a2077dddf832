import { flattenPastedTree } from './category-paste.ts'
import { type CategoryFields, type CategoryNode, type StockFields, wouldMakeCycle } from './category-tree.ts'

/** 'here': no change; 'cycle': it would be its own descendant. */
export type MoveCheck = 'allowed' | 'here' | 'cycle'

export function checkMove(categoryById: ReadonlyMap<string, CategoryFields>, id: string, parentId: string | null): MoveCheck {
  if (wouldMakeCycle(categoryById, id, parentId)) return 'cycle'
  return categoryById.get(id)?.parentId === parentId ? 'here' : 'allowed'
}

export function treeToNodeById<Product extends StockFields>(tree: readonly CategoryNode<Product>[]): Map<string, CategoryNode<Product>> {
  const nodeById = new Map<string, CategoryNode<Product>>()
  const visit = (node: CategoryNode<Product>): void => {
    nodeById.set(node.id, node)
    node.children.forEach(visit)
  }
  tree.forEach(visit)
  return nodeById
}

/** The previous sibling, under which the Child button moves the category. */
export function findCategoryAbove<Product extends StockFields>(
  tree: readonly CategoryNode<Product>[],
  nodeById: ReadonlyMap<string, CategoryNode<Product>>,
  id: string,
): CategoryNode<Product> | undefined {
  const parentId = nodeById.get(id)?.parentId ?? null
  const siblings = parentId === null ? tree : (nodeById.get(parentId)?.children ?? [])
  const place = siblings.findIndex((sibling) => sibling.id === id)
  return place > 0 ? siblings[place - 1] : undefined
}

export type CategoryCopy = { name: string; children: CategoryCopy[] }

export const nodeToCopy = ({ name, children }: Pick<CategoryNode, 'name' | 'children'>): CategoryCopy => ({ name, children: children.map(nodeToCopy) })

export function copyToCategories(copy: CategoryCopy, targetParentId: string | null, newId: () => string): CategoryFields[] | undefined {
  const made: CategoryFields[] = []
  for (const { name, parentPlace } of flattenPastedTree(copy) ?? []) {
    made.push({ id: newId(), name: String(name), parentId: parentPlace === null ? targetParentId : (made[parentPlace]?.id ?? targetParentId) })
  }
  return made.length === 0 ? undefined : made
}
