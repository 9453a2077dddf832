import { type RefObject, useState } from 'react'
import type { Category } from '#schema/collections/stock/categories.ts'
import { checkMove } from '#schema/rules/inventory/category-tree-moves.ts'
import type { CategoryActions } from './category-writes.ts'
import { type DropTarget, useCategoryDrag } from './use-category-drag.ts'
import { t } from './categories-texts.ts'

type MovesOptions = {
  categoryById: ReadonlyMap<string, Category>
  actions: CategoryActions
  scroller: RefObject<HTMLElement | null>
  ghost: RefObject<HTMLElement | null>
  openCategory: (id: string) => void
}

/**
 * Moves a category by drag, or by picking it up (Space or a press on its grip) and choosing a target. `said` is the
 * text for screen readers.
 */
export function useCategoryMoves({ categoryById, actions, scroller, ghost, openCategory }: MovesOptions) {
  const [picked, setPicked] = useState<{ id: string; over: DropTarget }>()
  const [said, setSaid] = useState('')
  const nameOf = (id: string): string => categoryById.get(id)?.name ?? t.unnamed()

  const move = async (id: string, target: DropTarget): Promise<void> => {
    setPicked(undefined)
    const name = nameOf(id)
    if (checkMove(categoryById, id, target) === 'here') return setSaid(t.isThere({ name }))
    if (!(await actions.move(categoryById, id, target))) return setSaid(t.stays({ name }))
    if (target === null) return setSaid(t.movedToTop({ name }))
    openCategory(target)
    setSaid(t.movedTo({ name, target: nameOf(target) }))
  }
  const { drag, begin } = useCategoryDrag({ scroller, ghost, onRest: openCategory, onDrop: (id, target) => void move(id, target) })
  const movingId = drag?.id ?? picked?.id
  const over = drag === undefined ? picked?.over : drag.over

  return {
    /** The category being moved and its current target. */
    moving:
      movingId === undefined
        ? undefined
        : {
            id: movingId,
            name: nameOf(movingId),
            over,
            isAllowed: over !== undefined && ['allowed', 'here'].includes(checkMove(categoryById, movingId, over)),
          },
    isDragging: drag !== undefined,
    pickedId: picked?.id,
    said,
    beginDrag: begin,
    move: (id: string, target: DropTarget) => void move(id, target),
    pick: (id: string): void => {
      if (picked?.id === id) return cancel()
      setPicked({ id, over: id })
      setSaid(t.pickedUp({ name: nameOf(id) }))
    },
    /** Sets the target to the focused row while a category is picked up. */
    aim: (target: DropTarget): void => {
      if (picked !== undefined && picked.over !== target) setPicked({ ...picked, over: target })
    },
    putDown: (target: DropTarget): void => {
      if (picked !== undefined) void move(picked.id, target)
    },
    cancel,
  }

  function cancel(): void {
    if (picked === undefined) return
    setPicked(undefined)
    setSaid(t.stays({ name: nameOf(picked.id) }))
  }
}

export type CategoryMoves = ReturnType<typeof useCategoryMoves>
