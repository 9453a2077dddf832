import { v7 } from 'uuid'
import type { Category } from '#schema/collections/stock/categories.ts'
import { pastedCategoriesMax } from '#schema/rules/inventory/category-paste.ts'
import { type CategoryCopy, checkMove, copyToCategories, tooDeepMessage } from '#schema/rules/inventory/category-tree-moves.ts'
import { notifyFailure, runAction } from '#web/navigation/notify.ts'
import type { FormRef } from '#web/device/outbox/form-mutations.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { common } from '#web/language/common-texts.ts'
import { t } from './categories-texts.ts'

export type CategoryActions = {
  /** Each resolves to whether it was stored, after showing a toast. */
  add: (values: { name: string; parentId: string | null }, form: FormRef) => Promise<boolean>
  rename: (category: Pick<Category, 'id' | 'name'>, name: string, form: FormRef) => Promise<boolean>
  remove: (category: Pick<Category, 'id' | 'name'>) => Promise<boolean>
  move: (categoryById: ReadonlyMap<string, Category>, id: string, parentId: string | null) => Promise<boolean>
  paste: (copy: CategoryCopy | undefined, targetParentId: string | null) => Promise<boolean>
}

export function useCategoryActions(shopId: string): CategoryActions {
  const device = useDevice()
  const collection = 'categories'

  const setParent = (id: string, parentId: string | null, undoTo?: { parentId: string | null }) =>
    runAction({
      run: () => device.write(shopId, [{ action: 'update', collection, id, values: { parentId } }]),
      success: { title: t.moved(), action: undoTo && { label: common.undo(), onPress: () => void setParent(id, undoTo.parentId) } },
      failure: t.updateFailed(),
    })

  return {
    add: async (values, form) => {
      const { ok } = await runAction({
        run: () => device.write(shopId, [{ action: 'create', collection, values }], form),
        success: t.added(),
        failure: t.addFailed(),
      })
      return ok
    },
    rename: async (category, name, form) => {
      const { ok } = await runAction({
        run: () => device.write(shopId, [{ action: 'update', collection, id: category.id, values: { name }, seen: { name: category.name } }], form),
        success: t.updated(),
        failure: t.updateFailed(),
      })
      return ok
    },
    remove: async ({ id, name }) => {
      let deletion: string | undefined
      const putBack = () =>
        runAction({
          run: () => device.write(shopId, [{ action: 'restore', collection, id, title: name, deletion }]),
          success: t.restored(),
          failure: t.restoreFailed(),
        })
      const { ok } = await runAction({
        run: async () => {
          deletion = (await device.write(shopId, [{ action: 'delete', collection, id }])).mutationId ?? undefined
        },
        success: { title: t.deleted(), action: { label: common.undo(), onPress: () => void putBack() } },
        failure: t.deleteFailed(),
      })
      return ok
    },
    move: async (categoryById, id, parentId) => {
      const check = checkMove(categoryById, id, parentId)
      if (check === 'cycle' || check === 'deep') notifyFailure(t.invalidMove(), check === 'cycle' ? t.cycle() : tooDeepMessage)
      if (check !== 'allowed') return false
      return (await setParent(id, parentId, { parentId: categoryById.get(id)?.parentId ?? null })).ok
    },
    paste: async (copy, targetParentId) => {
      if (copy === undefined) {
        notifyFailure(t.nothingToPaste(), t.copyFirst())
        return false
      }
      const made = copyToCategories(copy, targetParentId, v7)
      if (made === undefined) {
        notifyFailure(t.pasteFailed(), t.pasteLimit({ most: pastedCategoriesMax }))
        return false
      }
      const { ok } = await runAction({
        run: () =>
          device.write(
            shopId,
            made.map(({ id, name, parentId }) => ({ action: 'create', collection, id, values: { name, parentId } })),
          ),
        success: {
          title: t.pasted(),
          description: made.length === 1 ? t.pastedOne({ name: copy.name }) : t.pastedMore({ name: copy.name, count: made.length - 1 }),
        },
        failure: t.pasteFailed(),
      })
      return ok
    },
  }
}
