import { FolderTree, Plus } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { findCategoryAbove, nodeToCopy } from '#schema/rules/inventory/category-tree-moves.ts'
import { treeToRows } from '#schema/rules/inventory/category-tree-rows.ts'
import { BackGuard } from '#web/forms/back-guard.tsx'
import { useTypedLines } from '#web/forms/drafts/typed-lines.ts'
import { useUnsavedText } from '#web/forms/drafts/unsaved.ts'
import { useClosing } from '#web/forms/use-closing.ts'
import { useHasLeftDraft } from '#web/forms/drafts/use-form-draft.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { cn } from '#web/ui/cn.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { useCategoryActions } from './category-writes.ts'
import { CategoryNameLine } from './category-name-line.tsx'
import { useCopiedCategory } from './copied-category.ts'
import { EditCategoryDialog } from './edit-category-dialog.tsx'
import { type ManageActions, ManageCells } from './manage-row.tsx'
import { type InventoryRow, TreeGrid } from '../tree-grid.tsx'
import { type CategoryMoves, useCategoryMoves } from './use-category-moves.ts'
import { useCategories } from '../use-inventory.ts'
import { useOpenCategories } from './use-open-categories.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './categories-texts.ts'

const treeSelector = '[role="treegrid"] [role="row"][tabindex="0"]'

/** 'Manage Categories': a tree with drag, copy and paste. */
export function ManageCategoriesDialog({ shopId, onClose }: { shopId: string; onClose: () => void }) {
  const { state, tree, nodeById, categoryById } = useCategories(shopId)
  const actions = useCategoryActions(shopId)
  const open = useOpenCategories({ treeKey: `${shopId}/manage`, categoryIds: nodeById, rowCount: nodeById.size })
  const scroller = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const moves = useCategoryMoves({ categoryById, actions, scroller, ghost, openCategory: open.open })
  const isNarrow = useMediaQuery('(max-width: 767px)')
  const closing = useClosing(onClose)
  const typed = useTypedLines()
  useUnsavedText(typed.isDirty)
  const rootKey = `category-root/${shopId}`
  const hasRootDraft = useHasLeftDraft(rootKey)
  const [wantsToAdd, setWantsToAdd] = useState<boolean>()
  const [editedId, setEditedId] = useState<string>()
  const { copy } = useCopiedCategory()
  const rows = treeToRows(tree, open.isOpen)

  const actionsOf = (id: string): ManageActions => {
    const node = nodeById.get(id)
    const above = findCategoryAbove(tree, nodeById, id)
    const parent = node?.parentId == null ? undefined : nodeById.get(node.parentId)
    return {
      edit: () => setEditedId(id),
      child: above && (() => moves.move(id, above.id)),
      parent: parent && (() => moves.move(id, parent.parentId)),
      copy: () => node && useCopiedCategory.setState({ copy: nodeToCopy(node) }),
      paste: () => void actions.paste(copy, id).then((isPasted) => isPasted && open.open(id)),
    }
  }
  const onRowKey = (event: KeyboardEvent<HTMLElement>, row: InventoryRow, index: number): boolean => {
    const isOnRow = event.target === event.currentTarget
    const isPicked = moves.pickedId !== undefined
    if (event.key === 'Escape' && isPicked) {
      event.stopPropagation()
      moves.cancel()
      return true
    }
    if (!isOnRow) return false
    if ((event.ctrlKey || event.metaKey) && (event.key === 'c' || event.key === 'v')) {
      actionsOf(row.id)[event.key === 'c' ? 'copy' : 'paste']()
      return true
    }
    if (event.key === ' ' || (event.key === 'Enter' && isPicked)) {
      if (isPicked) moves.putDown(row.id)
      else moves.pick(row.id)
      return true
    }
    if (event.key === 'ArrowUp' && index === 0 && isPicked) {
      document.querySelector<HTMLElement>('[data-drop=""]')?.focus()
      return true
    }
    return false
  }
  const openRow = (row: InventoryRow): void => {
    if (moves.pickedId === undefined) open.toggle(row.id)
    else moves.putDown(row.id)
  }

  return (
    <>
      <Dialog
        open
        size="sheet"
        title={t.manage()}
        onCloseRequest={closing.close}
        initialFocus={() => document.querySelector<HTMLElement>(treeSelector)}
        footer={
          <Button className="ml-auto" onClick={closing.close}>
            {common.close()}
          </Button>
        }
      >
        <div
          className={cn('flex h-full min-h-96 flex-col gap-3', moves.isDragging && 'cursor-grabbing select-none')}
          data-own-escape={moves.pickedId === undefined ? undefined : ''}
        >
          <div className="flex flex-wrap items-center gap-2">
            {(wantsToAdd ?? hasRootDraft) ? (
              <CategoryNameLine
                shopId={shopId}
                formKey={rootKey}
                label={t.rootName()}
                name=""
                submitText={common.add()}
                onSave={(name, form) => actions.add({ name, parentId: null }, form)}
                onOver={() => setWantsToAdd(false)}
                report={typed.report}
              />
            ) : (
              <>
                <Button variant="primary" onClick={() => setWantsToAdd(true)}>
                  <Plus aria-hidden="true" />
                  {t.addRoot()}
                </Button>
                {copy !== undefined && (
                  <span className="flex min-w-0 items-center gap-2 text-sm text-muted">
                    <span className="truncate">{t.copied({ name: copy.name })}</span>
                    <Button onClick={() => void actions.paste(copy, null)}>{t.pasteAsTop()}</Button>
                  </span>
                )}
              </>
            )}
          </div>
          {tree.length > 0 && <TopLevelZone moves={moves} />}
          <p role="status" className={moves.pickedId === undefined ? 'sr-only' : 'text-sm text-accent-ink'}>
            {moves.said}
          </p>
          <div ref={scroller} className="-mx-5 min-h-0 flex-1 overflow-auto border-t border-line">
            {tree.length > 0 ? (
              <TreeGrid
                label={t.title()}
                rows={rows}
                rowHeightPx={48}
                onToggle={open.toggle}
                onOpen={openRow}
                onRowKey={onRowKey}
                onRowFocus={(row) => moves.aim(row.id)}
                onRowPointerDown={(event, row) => startByMouse(event, row.id, moves.beginDrag)}
                rowClass={(row) => rowClass(row.id, moves.moving)}
                keptId={moves.moving?.id}
              >
                {(row, isActive) =>
                  row.kind === 'category' && (
                    <ManageCells
                      row={row}
                      isActive={isActive}
                      isNarrow={isNarrow}
                      isPicked={moves.pickedId === row.id}
                      actions={actionsOf(row.id)}
                      onPick={() => moves.pick(row.id)}
                      onGrip={(event) => moves.beginDrag(event, row.id)}
                    />
                  )
                }
              </TreeGrid>
            ) : state === 'loading' ? (
              <p role="status" className="px-5 py-3 text-muted">
                {t.loading()}
              </p>
            ) : (
              <EmptyState icon={<FolderTree />} title={t.none()} text={t.noneText()} />
            )}
          </div>
        </div>
        <div
          ref={ghost}
          hidden={!moves.isDragging}
          aria-hidden="true"
          className="pointer-events-none fixed top-0 left-0 z-80 max-w-60 truncate rounded-md border border-accent bg-surface px-3 py-1.5 shadow-float"
        >
          {moves.moving?.name}
        </div>
      </Dialog>
      {editedId === undefined ? (
        <BackGuard isActive isClosing={closing.isClosing} onBack={closing.close} />
      ) : (
        <EditCategoryDialog key={editedId} shopId={shopId} categoryId={editedId} onClose={() => setEditedId(undefined)} />
      )}
    </>
  )
}

/** A mouse drags the whole row; touch scrolls the row and drags by its grip. */
function startByMouse(event: PointerEvent<HTMLElement>, id: string, begin: CategoryMoves['beginDrag']): void {
  const isOnControl = event.target instanceof Element && event.target.closest('button, a, input') !== null
  if (event.pointerType === 'mouse' && !isOnControl) begin(event, id)
}

function rowClass(id: string, moving: CategoryMoves['moving']): string | undefined {
  if (moving === undefined) return 'select-none'
  if (moving.id === id) return 'select-none bg-sunken opacity-60'
  if (moving.over !== id) return 'select-none'
  return cn(
    'select-none',
    moving.isAllowed
      ? 'bg-accent-soft hover:bg-accent-soft outline-2 -outline-offset-2 outline-accent'
      : 'bg-danger-soft hover:bg-danger-soft outline-2 -outline-offset-2 outline-danger',
  )
}

/** Drop target for the top level; by keyboard it is above the first row. */
function TopLevelZone({ moves }: { moves: CategoryMoves }) {
  const isOver = moves.moving !== undefined && moves.moving.over === null
  return (
    <button
      type="button"
      data-drop=""
      tabIndex={moves.pickedId === undefined ? -1 : 0}
      aria-disabled={moves.moving === undefined || undefined}
      onFocus={() => moves.aim(null)}
      onClick={() => moves.putDown(null)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && moves.pickedId !== undefined) {
          event.stopPropagation()
          moves.cancel()
        }
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        document.querySelector<HTMLElement>(treeSelector)?.focus()
      }}
      className={cn(
        'min-h-12 w-full rounded-md border border-dashed border-line-strong px-3 text-sm text-muted',
        moves.moving !== undefined && 'border-accent text-accent-ink',
        isOver && 'bg-accent-soft font-semibold',
      )}
    >
      {t.dropHere()}
    </button>
  )
}
