import { flattenPastedTree } from './category-paste.ts'
import { type CategoryFields, type CategoryNode, type StockFields, wouldMakeCycle } from './category-tree.ts'

/** Levels of categories, the top level counted. */
export const categoryLevelsMax = 12
export const tooDeepMessage = `Categories can lie at most ${categoryLevelsMax} levels deep`

/** 'here': it is there already; 'cycle': it would lie below itself; 'deep': it or a category below it would lie too deep. */
type MoveCheck = 'allowed' | 'here' | 'cycle' | 'deep'

export function checkMove(categoryById: ReadonlyMap<string, CategoryFields>, id: string, parentId: string | null): MoveCheck {
  if (wouldMakeCycle(categoryById, id, parentId)) return 'cycle'
  if (categoryById.get(id)?.parentId === parentId) return 'here'
  const levels = countLevelsDown(categoryById, parentId, null) + countLevelsOf(categoryById, id)
  return levels > categoryLevelsMax ? 'deep' : 'allowed'
}

/** Levels of the category with all that lies below it. */
function countLevelsOf(categoryById: ReadonlyMap<string, CategoryFields>, id: string): number {
  let levels = 1
  for (const below of categoryById.keys()) levels = Math.max(levels, 1 + countLevelsDown(categoryById, below, id))
  return levels
}

/** Levels from below `top` (null: the top level) down to the category; 0 where it does not lie below. */
function countLevelsDown(categoryById: ReadonlyMap<string, CategoryFields>, id: string | null, top: string | null): number {
  let levels = 0
  for (let at: string | null = id; at !== top; at = categoryById.get(at)?.parentId ?? null) {
    if (at === null || levels > categoryLevelsMax) return 0
    levels++
  }
  return levels
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
