export const pastedCategoriesMax = 500

/** A category to create; `parentPlace`: its parent's index in the list, null for the paste target. */
export type PastedCategory = { name: unknown; parentPlace: number | null }

/**
 * Flattens a copied tree (one node or several, `{ name, children? }`), parents first. Only names are taken and not
 * validated here. Undefined if empty, larger than 500 nodes or no tree.
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
