import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { BackGuard } from '#web/forms/back-guard.tsx'
import { DiscardLine } from '#web/forms/drafts/discard-line.tsx'
import { MissingRow } from '#web/forms/news/missing-row.tsx'
import { useStoredDraft } from '#web/forms/drafts/use-form-draft.ts'
import { useTypedLines } from '#web/forms/drafts/typed-lines.ts'
import { useUnsavedText } from '#web/forms/drafts/unsaved.ts'
import { useClosing } from '#web/forms/use-closing.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { AddCategory, type AddCategoryHandle } from './add-category-form.tsx'
import { useCategoryActions } from './category-writes.ts'
import { CategoryItem } from './category-item.tsx'
import { useCategories } from '../use-inventory.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './categories-texts.ts'

type EditCategoryProps = { shopId: string; categoryId: string; onClose: () => void }

export function EditCategoryDialog({ shopId, categoryId, onClose }: EditCategoryProps) {
  const { state, nodeById } = useCategories(shopId)
  // Read the draft before the dialog opens, because 'Add' focuses the form at once.
  const stored = useStoredDraft(`category-add/${categoryId}`)
  const actions = useCategoryActions(shopId)
  const typed = useTypedLines()
  const closing = useClosing(onClose)
  const [isAsking, setIsAsking] = useState(false)
  const form = useRef<AddCategoryHandle>(null)
  useUnsavedText(typed.isDirty)
  const node = nodeById.get(categoryId)
  if (state === 'loading' || stored.state === 'loading') return null
  if (node === undefined) return closing.isClosing.current ? null : <MissingRow text={t.notFound()} onClose={onClose} />

  const requestClose = (): void => {
    if (typed.isDirty) setIsAsking(true)
    else closing.close()
  }
  return (
    <>
      <Dialog
        open
        size="md"
        title={t.edit()}
        description={node.path.join(' / ')}
        onCloseRequest={requestClose}
        initialFocus={() => null}
        footer={
          isAsking && typed.isDirty ? (
            <DiscardLine
              onDiscard={() => {
                typed.discardAll()
                closing.close()
              }}
              onKeep={() => setIsAsking(false)}
            />
          ) : (
            <Button className="ml-auto" onClick={requestClose}>
              {common.close()}
            </Button>
          )
        }
      >
        <section aria-label={t.this()} className="-mt-2 border-b border-line pb-1 font-semibold">
          <CategoryItem shopId={shopId} category={node} childCount={0} actions={actions} report={typed.report} onDeleted={closing.close} />
        </section>
        <section aria-labelledby="child-categories" className="border-b border-line py-3">
          <div className="flex min-h-11 items-center justify-between gap-3">
            <h3 id="child-categories" className="font-semibold">
              {t.childCategories()}
            </h3>
            <Button variant="ghost" onClick={() => form.current?.startChild()}>
              <Plus aria-hidden="true" />
              {common.add()}
            </Button>
          </div>
          {node.children.length === 0 ? (
            <p className="text-muted">{t.noChildren()}</p>
          ) : (
            <ul className="divide-y divide-line">
              {node.children.map((child) => (
                <li key={child.id}>
                  <CategoryItem shopId={shopId} category={child} childCount={child.children.length} actions={actions} report={typed.report} />
                </li>
              ))}
            </ul>
          )}
        </section>
        <section aria-labelledby="add-category" className="pt-3">
          <h3 id="add-category" className="font-semibold">
            {t.add()}
          </h3>
          <p className="mb-3 text-sm text-muted">{t.whereItGoes({ name: node.name })}</p>
          <AddCategory
            ref={form}
            shopId={shopId}
            categoryId={categoryId}
            actions={actions}
            childCount={node.children.length}
            report={typed.report}
            draftKey={stored.key}
            draft={stored.draft}
          />
        </section>
      </Dialog>
      <BackGuard isActive={!isAsking} isClosing={closing.isClosing} onBack={requestClose} />
    </>
  )
}
