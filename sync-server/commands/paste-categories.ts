import { AppError } from '#schema/errors.ts'
import type { Caller } from '#schema/rules/access/access.ts'
import type { PastedCategory } from '#schema/rules/inventory/category-paste.ts'
import type { Json } from '#schema/values/merge.ts'
import type { Services } from '../services.ts'
import type { WriteOp } from '../store/context.ts'
import { applyOps } from '../store/write.ts'

/** Copies a category tree under the target (null: the top level), in one transaction. */
export async function pasteCategories(
  services: Services,
  caller: Caller,
  shopId: string,
  list: readonly PastedCategory[],
  targetParentId: string | null,
): Promise<{ count: number }> {
  const ids = list.map(() => services.newId())
  const ops = list.map(({ name, parentPlace }, place): WriteOp => {
    const parentId = parentPlace === null ? targetParentId : (ids[parentPlace] ?? null)
    return { action: 'create', collection: 'categories', id: ids[place] ?? '', values: { name: name as Json, parentId } }
  })
  await applyOps(services, { ...caller, origin: 'rest' }, shopId, ops).catch((error: unknown) => {
    throw withoutPlaces(error)
  })
  return { count: list.length }
}

/** Maps issue paths of single operations to the fields of the request. */
function withoutPlaces(error: unknown): unknown {
  if (!(error instanceof AppError) || error.issues === undefined) return error
  const issues = error.issues.map(({ path, message }) => ({ path: path.replace(/^\d+\./, '').replace('parentId', 'targetParentId'), message }))
  return new AppError(error.code, error.message, { issues })
}
