export const pastedCategoriesMax = 500

/** A category to make; `parentPlace` is the place of its parent in the same list, null for one right at the target. */
export type PastedCategory = { name: unknown; parentPlace: number | null }

/**
 * A copied tree (one node or several, `{ name, children? }`) as a list in which parents come first. Only names are
 * taken. Undefined when it has no nodes, more than 500, or is no tree; names are left for the category's own rule.
 */
export function flattenPastedTree(tree: unknown): PastedCategory[] | undefined {
  const list: PastedCategory[] = []
  const waiting: { node: unknown; parentPlace: number | null }[] = (Array.isArray(tree) ? tree : [tree])
    .slice(0, pastedCategoriesMax + 1)
    .map((node: unknown) => ({ node, parentPlace: null }))
  for (let place = 0; place < waiting.length; place++) {
    if (place >= pastedCategoriesMax) return undefined
    const { node, parentPlace } = waiting[place] ?? {}
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return undefined
    const { name, children = [] } = node as { name?: unknown; children?: unknown }
    list.push({ name, parentPlace: parentPlace ?? null })
    if (children === null) continue
    if (!Array.isArray(children)) return undefined
    for (const child of children.slice(0, pastedCategoriesMax + 1)) waiting.push({ node: child as unknown, parentPlace: place })
  }
  return list.length > 0 ? list : undefined
}
