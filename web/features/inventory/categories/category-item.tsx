import { Pencil, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Category } from '#schema/collections/stock/categories.ts'
import { useIsUnsent } from '#web/device/react/use-device.ts'
import type { ReportTyped } from '#web/forms/drafts/typed-lines.ts'
import { UnsentMark } from '#web/list-kit/unsent-mark.tsx'
import { useHasLeftDraft } from '#web/forms/drafts/use-form-draft.ts'
import { Chip } from '#web/ui/layout/badge.tsx'
import { ConfirmRow } from '#web/ui/overlays/confirm-row.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import type { CategoryActions } from './category-writes.ts'
import { CategoryNameLine } from './category-name-line.tsx'
import { common } from '#web/language/common-texts.ts'
import { t } from './categories-texts.ts'

type CategoryItemProps = {
  shopId: string
  category: Pick<Category, 'id' | 'name'>
  /** Direct children only. */
  childCount: number
  actions: CategoryActions
  report: ReportTyped
  onDeleted?: (() => void) | undefined
}

export function CategoryItem({ shopId, category, childCount, actions, report, onDeleted }: CategoryItemProps) {
  const formKey = `category-edit/${category.id}`
  // A draft left by a reload reopens the input.
  const hasDraft = useHasLeftDraft(formKey)
  const [wantsToEdit, setWantsToEdit] = useState<boolean>()
  const isEditing = wantsToEdit ?? hasDraft
  const [isBusy, setIsBusy] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  const isUnsent = useIsUnsent('categories', category.id)
  useEffect(() => {
    if (wasEditing.current && !isEditing) editButton.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  if (isEditing) {
    return (
      <div className="flex min-h-13 items-center py-1">
        <CategoryNameLine
          shopId={shopId}
          formKey={formKey}
          label={t.name()}
          name={category.name}
          submitText={common.save()}
          onSave={(name, form) => actions.rename(category, name, form)}
          onOver={() => setWantsToEdit(false)}
          report={report}
        />
      </div>
    )
  }
  const remove = async (): Promise<void> => {
    setIsBusy(true)
    if (await actions.remove(category)) onDeleted?.()
    else setIsBusy(false)
  }
  return (
    <div className="flex min-h-13 flex-wrap items-center gap-x-2 py-1">
      <span className="min-w-32 flex-1 wrap-anywhere">{category.name}</span>
      {isUnsent && <UnsentMark />}
      {childCount > 0 && <Chip>{t.children({ count: childCount })}</Chip>}
      <IconButton ref={editButton} label={t.editNamed({ name: category.name })} icon={<Pencil aria-hidden="true" />} onClick={() => setWantsToEdit(true)} />
      <ConfirmRow
        label={
          <>
            <Trash2 aria-hidden="true" />
            <span className="sr-only">{t.deleteNamed({ name: category.name })}</span>
          </>
        }
        question={t.deleteQuestion({ name: category.name })}
        className="px-3"
        busy={isBusy}
        onConfirm={() => void remove()}
      />
    </div>
  )
}
