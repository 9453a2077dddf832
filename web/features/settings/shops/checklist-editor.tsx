import { Pencil, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { checklistItems, type ChecklistItem } from '#schema/collections/work/checklist-items.ts'
import { addChecklistItem, deleteChecklistItem, renameChecklistItem } from '#web/api/admin-api.ts'
import { useChecklistItems } from '#web/device/react/use-answers.ts'
import { defineForm } from '#web/forms/define-form.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmRow } from '#web/ui/overlays/confirm-row.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { OnlineForm } from '../online/online-form.tsx'
import { useOnlineAction } from '../online/online-work.tsx'
import { common } from '#web/language/common-texts.ts'
import { settings } from '../all/settings-texts.ts'
import { t } from './settings-shop-texts.ts'

const itemForm = defineForm(checklistItems, { name: {} })

/** The drop-off checklist: items are read live from this device, changes need a connection. */
export function ChecklistEditor({ shopId }: { shopId: string }) {
  const items = useChecklistItems(shopId)
  const [editedId, setEditedId] = useState<string>()
  const list = useRef<HTMLUListElement>(null)
  return (
    <section aria-labelledby="checklist-title" className="mt-6 border-t border-line pt-4">
      <h3 id="checklist-title" className="flex items-baseline gap-2 font-semibold">
        {t.checklist.title()}
        <span className="text-sm font-normal text-muted tabular-nums">
          {items === undefined ? t.checklist.counting() : t.checklist.count({ count: items.length })}
        </span>
      </h3>
      <p className="text-sm text-muted">{t.checklist.text()}</p>
      <div className="mt-3">
        <OnlineForm
          label={t.checklist.addItem()}
          formKey={`checklist-add/${shopId}`}
          schema={itemForm.schema}
          opened={itemForm.empty}
          isLine
          canSubmit={({ name }) => name.trim() !== ''}
          submitText={common.add()}
          busyText={settings.adding()}
          send={({ name }) => addChecklistItem(shopId, name.trim())}
          success={undefined}
          failure={t.checklist.addFailed()}
          afterwards="emptied"
        >
          {(form) => (
            <Field label={t.checklist.newItem()} labelHidden className="flex-1" error={form.formState.errors.name?.message}>
              <TextField placeholder={t.checklist.newItemHint()} autoComplete="off" {...form.register('name')} />
            </Field>
          )}
        </OnlineForm>
      </div>
      {items?.length === 0 ? (
        <p className="py-4 text-muted">{t.checklist.none()}</p>
      ) : (
        // Fixed height as specified; it scrolls by keyboard too.
        <ul
          ref={list}
          aria-labelledby="checklist-title"
          className="mt-3 max-h-[60dvh] min-h-64 overflow-y-auto overscroll-contain rounded-md border border-line px-3"
        >
          {items?.map((item) => (
            <li key={item.id} className="flex min-h-13 flex-wrap items-center gap-x-2 border-b border-line py-1 last:border-b-0">
              {item.id === editedId ? (
                <EditItem shopId={shopId} item={item} onEnd={() => setEditedId(undefined)} />
              ) : (
                <Item shopId={shopId} item={item} onEdit={() => setEditedId(item.id)} />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Item({ shopId, item, onEdit }: { shopId: string; item: ChecklistItem; onEdit: () => void }) {
  const perform = useOnlineAction()
  const [isBusy, setIsBusy] = useState(false)
  return (
    <>
      <span className="min-w-0 flex-1 basis-40 break-words">{item.name}</span>
      <IconButton label={settings.editNamed({ name: item.name })} icon={<Pencil aria-hidden="true" />} onClick={onEdit} />
      <ConfirmRow
        label={<span className="sr-only">{settings.deleteNamed({ name: item.name })}</span>}
        icon={<Trash2 aria-hidden="true" />}
        question={t.checklist.sureToDelete({ name: item.name })}
        busy={isBusy}
        className="px-3"
        onConfirm={() => {
          setIsBusy(true)
          void perform({ run: () => deleteChecklistItem(shopId, item.id), failure: t.checklist.deleteFailed() }).finally(() => setIsBusy(false))
        }}
      />
    </>
  )
}

function EditItem({ shopId, item, onEnd }: { shopId: string; item: ChecklistItem; onEnd: () => void }) {
  const perform = useOnlineAction()
  const [name, setName] = useState(item.name)
  const [isBusy, setIsBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  const save = async (): Promise<void> => {
    const typed = name.trim()
    if (typed === item.name) return onEnd()
    if (typed === '' || isBusy) return input.current?.focus()
    setIsBusy(true)
    const outcome = await perform({ run: () => renameChecklistItem(shopId, item.id, typed), failure: t.checklist.updateFailed() })
    setIsBusy(false)
    if (outcome.ok) onEnd()
    else input.current?.focus()
  }
  return (
    <form
      noValidate
      data-own-escape
      aria-label={settings.editNamed({ name: item.name })}
      className="flex w-full flex-wrap items-center gap-2 py-1"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onEnd()
      }}
    >
      <TextField
        ref={input}
        autoFocus
        aria-label={t.checklist.itemName()}
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
        className="flex-1 basis-40"
      />
      <Button onClick={onEnd}>{common.cancel()}</Button>
      <Button type="submit" busy={isBusy}>
        {common.save()}
      </Button>
    </form>
  )
}
