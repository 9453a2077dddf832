import type { Cost } from '#schema/collections/work/costs.ts'
import type { Payment } from '#schema/collections/work/payments.ts'
import { isRefund } from '#schema/values/payments/payment-kind.ts'
import { runAction } from '#web/navigation/notify.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { type FormDialogRequest, type FormOpening, useEditedRow, useFormOpening } from '#web/forms/form-opening.ts'
import { MissingRow } from '#web/forms/news/missing-row.tsx'
import { useFormWrite } from '#web/forms/drafts/refused-source.ts'
import { RowNews } from '#web/forms/news/row-news.tsx'
import { useAddForm } from '#web/forms/use-add-form.ts'
import { useEditForm } from '#web/forms/use-edit-form.ts'
import {
  type MoneyForm,
  moneyCollection,
  moneyForms,
  moneyFormToAct,
  type MoneyKind,
  moneyToCreate,
  type MoneyShown,
  moneyToShown,
  moneyToUpdate,
} from './form.ts'
import { MoneyFields } from './money-fields.tsx'
import { useRefundCheck, withCheck } from './use-refund-check.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { moneyChangeToText, moneyFormToText } from './money-news.ts'
import { t } from './money-texts.ts'

type MoneyDialogProps = FormDialogRequest & {
  kind: MoneyKind
  /** The row to edit, or the order that gets a new one. */
  target: { rowId: string } | { orderId: string }
}

/** Corrects a refused payment or cost outside its order's dialog. */
export function MoneyDialog({ kind, target, ...request }: MoneyDialogProps) {
  const rowId = 'rowId' in target ? target.rowId : null
  const opening = useFormOpening(request, rowId === null ? `${kind}-dialog/new` : `${kind}-dialog/${rowId}`)
  const edited = useEditedRow(moneyCollection[kind], rowId)
  if (opening === undefined || edited.state === 'loading') return null
  if ('orderId' in target) return <AddMoneyForm opening={opening} kind={kind} orderId={target.orderId} />
  if (edited.first === undefined) return <MissingRow text={t.notFound[kind]()} onClose={request.onClose} />
  return <EditMoneyForm opening={opening} kind={kind} first={edited.first} row={edited.row} />
}

function AddMoneyForm({ opening, kind, orderId }: { opening: FormOpening; kind: MoneyKind; orderId: string }) {
  const { refused } = opening
  const write = useFormWrite(opening)
  const check = useRefundCheck(opening.shopId, orderId)
  const definition = { ...moneyForms[kind], schema: withCheck(moneyForms[kind].schema, check) }
  const { form, shell, submit } = useAddForm<MoneyForm>(opening, { definition })
  const act = moneyFormToAct(kind, form.getValues())
  const save = submit(async (typed) => {
    const outcome = await runAction({
      run: () => write([moneyToCreate(kind, orderId, typed, refused?.rowIds[0])]),
      success: t.added[act](),
      failure: t.addFailed[act](),
    })
    await shell.finish(outcome)
  })
  return (
    <FormDialog title={t.add[act]()} size="md" shell={shell} onSubmit={() => void save()} submitText={t.add[act]()}>
      <MoneyFields form={form} kind={kind} />
    </FormDialog>
  )
}

type EditMoneyFormProps = { opening: FormOpening; kind: MoneyKind; first: Payment | Cost; row: Payment | Cost | undefined }

function EditMoneyForm({ opening, kind, first, row }: EditMoneyFormProps) {
  const write = useFormWrite(opening)
  const format = useShopFormat()
  const act = isRefund({ ...first }) ? 'refund' : kind
  const check = useRefundCheck(opening.shopId, first.orderId, first.id)
  const { form, shell, edit, submit } = useEditForm<MoneyForm, MoneyShown, Payment | Cost>(opening, {
    definition: { ...moneyForms[kind], toShown: moneyToShown, schema: withCheck(moneyForms[kind].schema, check) },
    first,
    row,
  })
  const save = submit(async (typed) => {
    const outcome = await runAction({
      run: () => write([moneyToUpdate(kind, { id: first.id, opened: edit.openedForm, form: typed, seen: edit.opened })]),
      success: t.updated[act](),
      failure: t.updateFailed[act](),
    })
    await shell.finish(outcome)
  })
  return (
    <FormDialog
      title={t.edit[act]()}
      size="md"
      shell={shell}
      onSubmit={() => void save()}
      submitText={t.update[act]()}
      cannotSubmit={row === undefined}
      news={
        <RowNews
          noun={t.lowNoun[act]()}
          row={{ collection: moneyCollection[kind], id: first.id }}
          edit={edit}
          changeToText={(shown, field) => moneyChangeToText(shown, field, format)}
          readText={() => moneyFormToText(form.getValues(), format)}
        />
      }
    >
      <MoneyFields form={form} kind={kind} />
    </FormDialog>
  )
}
