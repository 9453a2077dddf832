import { zodResolver } from '@hookform/resolvers/zod'
import type { Cost } from '#schema/collections/work/costs.ts'
import type { Payment } from '#schema/collections/work/payments.ts'
import { pickChanges } from '#schema/forms/checked-by.ts'
import {
  type MoneyForm,
  moneyFormSchema,
  type MoneyFormField,
  moneyFormToValues,
  type MoneyKind,
  moneyRowFields,
  moneyToValues,
  type MoneyValues,
  moneyValuesToForm,
  newMoneyForm,
} from '#schema/forms/money-row.ts'
import { runAction } from '#web/navigation/notify.ts'
import { looseToInput } from '#web/device/rows/op-input.ts'
import { decimalMark } from '#web/inputs/decimal-mark.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { type FormDialogRequest, type FormOpening, useEditedRow, useFormOpening } from '#web/forms/form-opening.ts'
import { MissingRow } from '#web/forms/news/missing-row.tsx'
import { useFormWrite } from '#web/forms/drafts/refused-source.ts'
import { RowNews } from '#web/forms/news/row-news.tsx'
import { useAddForm } from '#web/forms/use-add-form.ts'
import { useEditForm } from '#web/forms/use-edit-form.ts'
import { moneyCollection } from './money-row.ts'
import { MoneyFields } from './money-fields.tsx'
import { moneyChangeToText, moneyFormToText } from './money-texts.ts'

type MoneyDialogProps = FormDialogRequest & {
  kind: MoneyKind
  /** The payment or cost to edit, or the order that gets one more. */
  target: { rowId: string } | { orderId: string }
}

/** A payment or a cost apart from its order's dialog, where a refused one is corrected. */
export function MoneyDialog({ kind, target, ...request }: MoneyDialogProps) {
  const rowId = 'rowId' in target ? target.rowId : null
  const opening = useFormOpening(request, rowId === null ? `${kind}-dialog/new` : `${kind}-dialog/${rowId}`)
  const edited = useEditedRow(moneyCollection[kind], rowId)
  if (opening === undefined || edited.state === 'loading') return null
  if ('orderId' in target) return <AddMoneyForm opening={opening} kind={kind} orderId={target.orderId} />
  if (edited.first === undefined) return <MissingRow text={`${nounOf[kind]} not found`} onClose={request.onClose} />
  return <EditMoneyForm opening={opening} kind={kind} first={edited.first} row={edited.row} />
}

const nounOf = { payment: 'Payment', cost: 'Cost' } as const

/** The form's field for a row's. */
const toFormField =
  (kind: MoneyKind) =>
  (path: string): string | undefined =>
    Object.entries(moneyRowFields[kind]).find(([, rowField]) => rowField === path)?.[0]

function AddMoneyForm({ opening, kind, orderId }: { opening: FormOpening; kind: MoneyKind; orderId: string }) {
  const { refused } = opening
  const write = useFormWrite(opening)
  const { form, shell } = useAddForm<MoneyForm>(opening, {
    resolver: zodResolver(moneyFormSchema(kind, decimalMark)),
    makeEmpty: newMoneyForm,
    toField: toFormField(kind),
  })
  const save = form.handleSubmit(async (typed) => {
    const outcome = await runAction({
      run: () =>
        write([
          looseToInput({
            action: 'create',
            collection: moneyCollection[kind],
            id: refused?.rowIds[0],
            values: { orderId, ...moneyFormToValues(kind, typed, decimalMark) },
          }),
        ]),
      success: `${nounOf[kind]} added successfully`,
      failure: `Failed to add ${kind}`,
    })
    await shell.settle(outcome)
  })
  return (
    <FormDialog title={`Add ${nounOf[kind]}`} size="md" shell={shell} onSubmit={(event) => void save(event)} submitText={`Add ${nounOf[kind]}`}>
      <MoneyFields form={form} />
    </FormDialog>
  )
}

type EditMoneyFormProps = { opening: FormOpening; kind: MoneyKind; first: Payment | Cost; row: Payment | Cost | undefined }

function EditMoneyForm({ opening, kind, first, row }: EditMoneyFormProps) {
  const write = useFormWrite(opening)
  const { form, shell, edit } = useEditForm<MoneyForm, MoneyValues>(opening, {
    resolver: zodResolver(moneyFormSchema(kind, decimalMark)),
    first: moneyToValues(first),
    row: row && moneyToValues(row),
    pickValues: (values) => values,
    valuesToForm: moneyValuesToForm,
    toField: toFormField(kind),
  })
  const save = form.handleSubmit(async (typed) => {
    const changes = pickChanges(moneyFormToValues(kind, edit.openedForm, decimalMark), moneyFormToValues(kind, typed, decimalMark))
    const seen = Object.fromEntries(Object.entries(moneyRowFields[kind]).map(([name, rowField]) => [rowField, edit.opened[name as MoneyFormField]]))
    const outcome = await runAction({
      run: () => write([{ action: 'update', collection: moneyCollection[kind], id: first.id, values: changes, seen }]),
      success: `${nounOf[kind]} updated successfully`,
      failure: `Failed to update ${kind}`,
    })
    await shell.settle(outcome)
  })
  return (
    <FormDialog
      title={`Edit ${nounOf[kind]}`}
      size="md"
      shell={shell}
      onSubmit={(event) => void save(event)}
      submitText={`Update ${nounOf[kind]}`}
      cannotSubmit={row === undefined}
      news={
        <RowNews
          noun={kind}
          row={{ collection: moneyCollection[kind], id: first.id }}
          edit={edit}
          changeToText={moneyChangeToText}
          readText={() => moneyFormToText(form.getValues())}
        />
      }
    >
      <MoneyFields form={form} />
    </FormDialog>
  )
}
