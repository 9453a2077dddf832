import type { CategoryBranch, InventoryBranch } from '#schema/api/answers/inventory-answers.ts'
import { withoutArchived } from '#schema/rules/inventory/archived-products.ts'
import { compareNames, findShownParents } from '#schema/rules/inventory/category-tree.ts'
import type { Db } from '../../db/database.ts'
import { sortInSteps, type ListSteps } from '../../lists/list-steps.ts'
import type { List } from '../../lists/list.ts'
import { readKeys, readRows } from './list-rows.ts'

/** Category of the API's tree; the web app builds its own with `categoriesToTree`. */
type Branch = { id: string; name: string; parentId: string | null; children: Branch[]; productIds: string[]; directCount: number; cumulativeCount: number }

/** The category tree sorted by name, read and written in pieces of bounded size. */
export async function listCategories(reader: Db, steps: ListSteps, shopId: string): Promise<List<CategoryBranch>> {
  const tops = await readBranches(reader, steps, shopId)
  return branchesToList(tops, async function* ({ id, name, parentId }) {
    yield JSON.stringify({ id, name, parentId }).slice(0, -1)
  })
}

/** The category tree with products and stock, without archived products. */
export async function listInventory(reader: Db, steps: ListSteps, shopId: string): Promise<List<InventoryBranch>> {
  const tops = await readBranches(reader, steps, shopId)
  await addProducts(reader, steps, shopId, tops)
  const reading = createReadAhead(tops, (ids) => readRows(reader, 'products', shopId, ids))
  return branchesToList(tops, async function* ({ id, name, productIds, directCount, cumulativeCount }) {
    yield `{"name":${JSON.stringify(name)},"categoryId":"${id}","products":[`
    let isFirst = true
    for (const productId of productIds) {
      const product = await reading(productId)
      if (product === undefined) continue
      yield isFirst ? product : `,${product}`
      isFirst = false
    }
    yield `],"hasDirectProducts":${productIds.length > 0},"directInventoryCount":${directCount},"cumulativeInventoryCount":${cumulativeCount}`
  })
}

async function readBranches(reader: Db, steps: ListSteps, shopId: string): Promise<Branch[]> {
  const keys = await sortInSteps(steps, await readKeys(reader, steps, 'categories', shopId, ['name', 'parentId'], { way: 'feed' }), compareNames)
  return steps.step(() => {
    const parentById = findShownParents(keys)
    const branches = keys.map(({ id, name }): Branch => ({
      id,
      name,
      parentId: parentById.get(id) ?? null,
      children: [],
      productIds: [],
      directCount: 0,
      cumulativeCount: 0,
    }))
    const branchById = new Map(branches.map((branch) => [branch.id, branch]))
    for (const branch of branches) if (branch.parentId !== null) branchById.get(branch.parentId)?.children.push(branch)
    return branches.filter(({ parentId }) => parentId === null)
  })
}

/** Yields parents before children. */
function* walk(tops: readonly Branch[]): Generator<Branch> {
  const waiting = tops.toReversed()
  for (let branch = waiting.pop(); branch !== undefined; branch = waiting.pop()) {
    yield branch
    for (const child of branch.children.toReversed()) waiting.push(child)
  }
}

async function addProducts(reader: Db, steps: ListSteps, shopId: string, tops: readonly Branch[]): Promise<void> {
  const keys = await sortInSteps(
    steps,
    await readKeys(reader, steps, 'products', shopId, ['name', 'categoryHierarchyId', 'inventoryCount', 'archived'], { way: 'feed' }),
    compareNames,
  )
  await steps.step(() => {
    const branches = [...walk(tops)]
    const branchById = new Map(branches.map((branch) => [branch.id, branch]))
    for (const { id, categoryHierarchyId, inventoryCount } of withoutArchived(keys)) {
      const branch = branchById.get(categoryHierarchyId)
      if (branch === undefined) continue
      branch.productIds.push(id)
      branch.directCount += inventoryCount
    }
    for (const branch of branches.toReversed()) branch.cumulativeCount = branch.children.reduce((sum, child) => sum + child.cumulativeCount, branch.directCount)
  })
}

const productsAtOnce = 200

/** Reads products ahead in batches in tree order and returns the JSON of each. */
function createReadAhead(tops: readonly Branch[], read: (ids: readonly string[]) => Promise<{ id: string }[]>): (id: string) => Promise<string | undefined> {
  const ids = [...walk(tops)].flatMap(({ productIds }) => productIds)
  const placeById = new Map(ids.map((id, place) => [id, place]))
  let textById = new Map<string, string>()
  let end = 0
  return async (id) => {
    const place = placeById.get(id) ?? 0
    if (place >= end || place < end - productsAtOnce) {
      const rows = await read(ids.slice(place, place + productsAtOnce))
      textById = new Map(rows.map((row) => [row.id, JSON.stringify(row)]))
      end = place + productsAtOnce
    }
    return textById.get(id)
  }
}

/** `open` yields a branch's JSON up to its children. */
function branchesToList(tops: readonly Branch[], open: (branch: Branch) => AsyncGenerator<string>): List<never> {
  const topById = new Map(tops.map((top) => [top.id, top]))
  return {
    ids: [...topById.keys()],
    read: async () => [],
    readTexts: async function* (ids) {
      type Place = { branches: readonly Branch[]; next: number }
      const above: Place[] = [{ branches: ids.flatMap((id) => topById.get(id) ?? []), next: 0 }]
      for (let place = above.at(-1); place !== undefined; place = above.at(-1)) {
        const branch = place.branches[place.next]
        if (branch === undefined) {
          above.pop()
          if (above.length > 0) yield ']}'
          continue
        }
        if (place.next > 0) yield ','
        place.next++
        yield* open(branch)
        yield ',"children":['
        above.push({ branches: branch.children, next: 0 })
      }
    },
  }
}
