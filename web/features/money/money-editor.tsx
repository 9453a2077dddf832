import { type KeyboardEvent, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { RowRef } from '#web/device/rows/rows.ts'
import { readShopAmount } from '#web/inputs/shop-amounts.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { DeletedNote } from '#web/forms/news/deleted-note.tsx'
import type { FormDraft } from '#web/forms/drafts/form-draft.ts'
import { type ReportTyped, useReportedLine } from '#web/forms/drafts/typed-lines.ts'
import { useDraftForm } from '#web/forms/drafts/use-draft-form.ts'
import { useDraftAutosave, watchForm } from '#web/forms/drafts/use-form-draft.ts'
import { DiscardLine } from '#web/forms/drafts/discard-line.tsx'
import { useLineSubmit } from '#web/forms/saving/use-line-submit.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { MoneyFields } from './money-fields.tsx'
import { moneyFormToText } from './money-news.ts'
import { type MoneyForm, moneyForms, moneyFormToAct, type MoneyKind } from './form.ts'
import { useRefundCheck, withCheck } from './use-refund-check.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './money-texts.ts'

type MoneyEditorProps = {
  kind: MoneyKind
  shopId: string
  orderId: string
  /** The edited row; absent for a new one. */
  rowId?: string | undefined
  opened: MoneyForm
  draftKey: string
  draft: FormDraft | undefined
  saveText: string
  /** 'Add $30.00' or 'Change to $30.00'. */
  toSaveText: (typed: { amount: string }) => string
  /** Set when the edited row was deleted: its values can be copied but not saved. */
  goneRow?: RowRef | undefined
  /** Resolves to false on failure; the input stays. */
  onSave: (form: MoneyForm) => Promise<boolean>
  onCancel: () => void
  report: ReportTyped
}

/** Edits one payment or cost inside its order's dialog: Enter saves; Esc and Cancel close, and ask first when something is typed. */
export function MoneyEditor({
  kind,
  shopId,
  orderId,
  rowId,
  opened,
  draftKey,
  draft,
  saveText,
  toSaveText,
  goneRow,
  onSave,
  onCancel,
  report,
}: MoneyEditorProps) {
  const check = useRefundCheck(shopId, orderId, rowId)
  const form = useDraftForm<MoneyForm>({ schema: withCheck(moneyForms[kind].schema, check), opened, draft })
  const { isDirty, isSubmitting } = form.formState
  const [isAsking, setIsAsking] = useState(false)
  const format = useShopFormat()
  const removeDraft = useDraftAutosave({ key: draftKey, shopId, ...watchForm(form, opened) })
  const isStored = useRef(false)
  const save = useLineSubmit(form, async (typed) => {
    if (goneRow !== undefined) return
    isStored.current = await onSave(typed)
    if (isStored.current) await removeDraft()
  })
  const saveFromDialog = async (): Promise<boolean> => {
    isStored.current = false
    await save()
    return isStored.current
  }
  const amount = readShopAmount(useWatch({ control: form.control, name: 'amount' }))
  useReportedLine(report, draftKey, isDirty, {
    discard: () => void removeDraft(),
    save: saveFromDialog,
    saveText: amount === null || goneRow !== undefined ? undefined : toSaveText({ amount: format.money(amount) }),
  })
  const discard = (): void => {
    void removeDraft()
    onCancel()
  }
  const cancel = (): void => (isDirty ? setIsAsking(true) : discard())

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.type !== 'radio') {
      event.preventDefault()
      event.stopPropagation()
      void save()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      if (isAsking) setIsAsking(false)
      else cancel()
    }
  }

  return (
    <div role="group" aria-label={saveText} data-own-escape onKeyDown={onKeyDown} className="flex flex-col gap-3 rounded-md bg-sunken p-3">
      {goneRow !== undefined && (
        <DeletedNote noun={t.lowNoun[moneyFormToAct(kind, opened)]()} row={goneRow} readText={() => moneyFormToText(form.getValues(), format)} />
      )}
      <MoneyFields form={form} kind={kind} />
      {isAsking ? (
        <DiscardLine
          onDiscard={discard}
          onKeep={() => {
            setIsAsking(false)
            form.setFocus('amount')
          }}
        />
      ) : (
        <div className="flex justify-end gap-2">
          <Button onClick={cancel}>{common.cancel()}</Button>
          {goneRow === undefined && (
            <Button variant="primary" aria-busy={isSubmitting || undefined} onClick={() => void save()}>
              {isSubmitting ? t.saving() : saveText}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
