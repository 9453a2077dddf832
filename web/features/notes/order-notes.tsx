import { Pencil, Plus, Trash2 } from 'lucide-react'
import { lazy, Suspense, useId, useMemo, useRef, useState } from 'react'
import type { OrderNote } from '#schema/collections/work/order-notes.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useRowsOfOrder } from '#web/device/react/use-answers.ts'
import { useBootstrap, useIsUnsent } from '#web/device/react/use-device.ts'
import { prepareDeletion } from '#web/features/deleted/restore-row.ts'
import type { FormDraft } from '#web/forms/drafts/form-draft.ts'
import type { ReportTyped } from '#web/forms/drafts/typed-lines.ts'
import { useStoredDraft } from '#web/forms/drafts/use-form-draft.ts'
import { useTypedLine } from '#web/forms/saving/use-typed-line.tsx'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { useNow } from '#web/inputs/time/use-now.ts'
import { UnsentMark } from '#web/list-kit/unsent-mark.tsx'
import { runAction } from '#web/navigation/notify.ts'
import { useAuth } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { CountBadge } from '#web/ui/layout/badge.tsx'
import { type NoteForm, noteForm } from './form.ts'
import { t } from './notes-texts.ts'

const NoteDialog = lazy(async () => ({ default: (await import('./note-dialog.tsx')).NoteDialog }))

type OrderNotesProps = { shopId: string; orderId: string; report: ReportTyped }

/** What staff wrote down about an order, newest first; only for the shop. */
export function OrderNotes({ shopId, orderId, report }: OrderNotesProps) {
  const rows = useRowsOfOrder('order_notes', shopId, orderId)
  const notes = useMemo(() => rows?.toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1)) ?? [], [rows])
  const [editedId, setEditedId] = useState<string>()
  const titleId = useId()
  return (
    // Beside the fields that read as text, the title stands where their labels do.
    <section aria-labelledby={titleId} className="lg:in-data-quiet:grid lg:in-data-quiet:grid-cols-[8.5rem_minmax(0,1fr)] lg:in-data-quiet:gap-x-2">
      <h3 className="mb-1 flex items-center gap-2 self-start text-sm font-semibold in-data-quiet:font-normal in-data-quiet:text-muted lg:in-data-quiet:pt-3">
        <span id={titleId}>{t.title()}</span>
        {notes.length > 0 && <CountBadge count={notes.length} label={t.count()} isExact />}
      </h3>
      <div>
        <AddNote shopId={shopId} orderId={orderId} report={report} />
        <ul className="lg:in-data-quiet:px-3">
          {notes.map((note) => (
            <Note key={note.id} shopId={shopId} note={note} onEdit={() => setEditedId(note.id)} />
          ))}
        </ul>
      </div>
      {editedId !== undefined && (
        <Suspense>
          <NoteDialog shopId={shopId} noteId={editedId} onClose={() => setEditedId(undefined)} />
        </Suspense>
      )}
    </section>
  )
}

function Note({ shopId, note, onEdit }: { shopId: string; note: OrderNote; onEdit: () => void }) {
  const device = useDevice()
  const { dateTime } = useShopFormat()
  const now = useNow()
  const isUnsent = useIsUnsent('order_notes', note.id)
  const { author, isOwn } = useAuthor(note, isUnsent)
  const item = useRef<HTMLLIElement>(null)
  const time = dateTime(note.createdAt, now)
  const remove = async (): Promise<void> => {
    const box = item.current?.closest('section')?.querySelector('textarea')
    const { run, undo } = prepareDeletion(device, shopId, { collection: 'order_notes', id: note.id, title: note.text })
    const outcome = await runAction({ run, success: { title: t.deleted(), action: undo }, failure: t.deleteFailed() })
    if (outcome.ok) box?.focus()
  }
  return (
    <li ref={item} className="flex items-start gap-2 border-b border-line py-2 last:border-b-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
          <span className="font-medium wrap-anywhere">{author}</span>
          <time dateTime={note.createdAt} className="tabular-nums">
            {dateTime(note.createdAt, now)}
          </time>
          {isUnsent && <UnsentMark />}
        </p>
        <p className="wrap-anywhere whitespace-pre-wrap">{note.text}</p>
      </div>
      {isOwn && (
        <span className="-my-1 flex shrink-0">
          <IconButton label={t.editOf({ time })} icon={<Pencil aria-hidden="true" />} onClick={onEdit} />
          <IconButton label={t.deleteOf({ time })} icon={<Trash2 aria-hidden="true" />} onClick={() => void remove()} />
        </span>
      )}
    </li>
  )
}

/** The server names the author; until then a note on this device is the signed-in person's. */
function useAuthor({ userId }: OrderNote, isUnsent: boolean): { author: string; isOwn: boolean } {
  const { user } = useAuth()
  const colleagues = useBootstrap()?.users ?? []
  const authorId = userId ?? (isUnsent ? user?.id : undefined)
  const known = colleagues.find(({ id }) => id === authorId)
  return { author: known?.name ?? known?.login_id ?? t.formerColleague(), isOwn: authorId !== undefined && authorId === user?.id }
}

function AddNote(props: OrderNotesProps) {
  const stored = useStoredDraft(`note-add/${props.orderId}`)
  if (stored.state === 'loading') return null
  return <AddNoteLine {...props} draftKey={stored.key} draft={stored.draft} />
}

type AddNoteLineProps = OrderNotesProps & { draftKey: string; draft: FormDraft | undefined }

function AddNoteLine({ shopId, orderId, draftKey, draft, report }: AddNoteLineProps) {
  const { form, save, onKeyDown, question } = useTypedLine<NoteForm>({
    shopId,
    schema: noteForm.schema,
    draftKey,
    draft,
    makeEmpty: () => noteForm.empty,
    first: 'text',
    toOps: (typed) => [{ action: 'create', collection: 'order_notes', values: { ...noteForm.toValues(typed), orderId } }],
    texts: { success: t.added(), failure: t.addFailed(), save: t.saveLine() },
    report,
  })
  const { errors, isDirty, isSubmitting } = form.formState
  return (
    <div role="group" aria-label={t.addLine()} data-own-escape={isDirty || undefined} onKeyDown={onKeyDown} className="flex flex-col gap-2">
      <div className="flex items-start gap-2">
        <Field label={t.newNote()} labelHidden error={errors.text?.message} className="flex-1">
          <TextArea rows={1} placeholder={t.newNoteHint()} {...form.register('text')} />
        </Field>
        <Button onClick={() => void save()} aria-busy={isSubmitting || undefined} aria-keyshortcuts="Control+Enter">
          <Plus aria-hidden="true" />
          {t.add()}
        </Button>
      </div>
      {question}
    </div>
  )
}
