import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { OrderLine } from '#schema/collections/work/order-lines.ts'
import type { LineKind } from '#schema/values/order-lines/line-kind.ts'
import { prepareDeletion } from '#web/features/deleted/restore-row.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { draftToText } from '#web/forms/drafts/draft-text.ts'
import { useFormWrite } from '#web/forms/drafts/refused-source.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { type FormDialogRequest, type FormOpening, useEditedRow, useFormOpening } from '#web/forms/form-opening.ts'
import { fieldToNews, typedToLines } from '#web/forms/news/form-words.ts'
import { MissingRow } from '#web/forms/news/missing-row.tsx'
import { RowNews } from '#web/forms/news/row-news.tsx'
import { useAddForm } from '#web/forms/use-add-form.ts'
import { useEditForm } from '#web/forms/use-edit-form.ts'
import { runAction } from '#web/navigation/notify.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { findStockIssue, kindToText, lineAddDraftKey, type LineForm, lineForm, type LineFormField, newLineForm } from './form.ts'
import { LineFields } from './line-fields.tsx'

type LineDialogProps = FormDialogRequest &
  ({ orderId: string; lineId?: undefined; /** Of a new line. */ kind?: LineKind } | { lineId: string; orderId?: undefined })

/** Adds a part, labour or something else to an order, or edits a line; over the order's dialog (LINE-01). */
export function LineDialog(props: LineDialogProps) {
  const { orderId, lineId, ...request } = props
  const opening = useFormOpening(request, lineId === undefined ? lineAddDraftKey(orderId) : `line-edit/${lineId}`)
  const edited = useEditedRow('order_lines', lineId ?? null)
  if (opening === undefined || edited.state === 'loading') return null
  if (orderId !== undefined) return <AddLineForm opening={opening} orderId={orderId} kind={'kind' in props ? (props.kind ?? 'part') : 'part'} />
  if (edited.first === undefined)
    return <MissingRow text="Line not found" typed={opening.draft && draftToText('order_lines', opening.draft)} onClose={request.onClose} />
  return <EditLineForm opening={opening} first={edited.first} row={edited.row} />
}

/** True: the quantity was refused, and says so. */
function reportStockIssue(form: UseFormReturn<LineForm>, typed: LineForm): boolean {
  const message = findStockIssue(typed)
  if (message !== undefined) form.setError('quantity', { message }, { shouldFocus: true })
  return message !== undefined
}

function AddLineForm({ opening, orderId, kind }: { opening: FormOpening; orderId: string; kind: LineKind }) {
  const write = useFormWrite(opening)
  const { form, shell, submit } = useAddForm<LineForm>(opening, { definition: { ...lineForm, empty: newLineForm(kind) } })
  const save = submit(async (typed) => {
    if (reportStockIssue(form, typed)) return
    const outcome = await runAction({
      run: () => write([{ action: 'create', collection: 'order_lines', id: opening.refused?.rowIds[0], values: { orderId, ...lineForm.toValues(typed) } }]),
      success: 'Line added',
      failure: 'Failed to add line',
    })
    await shell.finish(outcome)
  })
  return (
    <FormDialog
      title={kind === 'part' ? 'Add Part' : kind === 'labour' ? 'Add Labour' : 'Add Line'}
      size="md"
      shell={shell}
      onSubmit={() => void save()}
      submitText="Add to Order"
    >
      <LineFields form={form} shopId={opening.shopId} />
    </FormDialog>
  )
}

const valueToText = (form: LineForm, field: LineFormField): string => {
  if (field === 'kind') return kindToText[form.kind] ?? form.kind
  if (field === 'productId') return form.productId === '' ? 'none' : 'another one'
  return field === 'fromStock' ? (form.fromStock ? 'yes' : 'no') : form[field]
}

function EditLineForm({ opening, first, row }: { opening: FormOpening; first: OrderLine; row: OrderLine | undefined }) {
  const { shopId } = opening
  const device = useDevice()
  const write = useFormWrite(opening)
  const { form, shell, edit, submit } = useEditForm(opening, { definition: lineForm, first, row })
  const [isDeleting, setIsDeleting] = useState(false)
  const save = submit(async (typed) => {
    if (reportStockIssue(form, typed)) return
    const values = lineForm.toChanges(edit.openedForm, typed)
    const outcome = await runAction({
      run: () => write([{ action: 'update', collection: 'order_lines', id: first.id, values, seen: edit.opened }]),
      success: 'Line updated',
      failure: 'Failed to update line',
    })
    await shell.finish(outcome)
  })
  const remove = async (): Promise<void> => {
    setIsDeleting(true)
    const { run, undo } = prepareDeletion(device, shopId, { collection: 'order_lines', id: first.id, title: first.description })
    const outcome = await runAction({ run, success: { title: 'Line deleted', action: undo }, failure: 'Failed to delete line' })
    if (outcome.ok) await shell.leave()
    else setIsDeleting(false)
  }
  return (
    <FormDialog
      title="Edit Line"
      size="md"
      shell={shell}
      onSubmit={() => void save()}
      submitText="Update Line"
      cannotSubmit={row === undefined}
      news={
        <RowNews
          noun="line"
          row={{ collection: 'order_lines', id: first.id }}
          edit={edit}
          changeToText={(stored, field) => fieldToNews(lineForm, field, valueToText(stored, field))}
          readText={() => typedToLines(lineForm, (field) => valueToText(form.getValues(), field))}
        />
      }
    >
      <LineFields form={form} shopId={shopId} />
      {row !== undefined && (
        <div className="mt-6 border-t border-line pt-4">
          <Button variant="ghost" className="text-danger-ink hover:bg-danger-soft" busy={isDeleting} onClick={() => void remove()}>
            Delete this Line
          </Button>
        </div>
      )}
    </FormDialog>
  )
}
