import { Split } from 'lucide-react'
import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { Balance } from '#schema/rules/money/balance.ts'
import { moneyForms, typedAmountToAfterTax } from '#web/features/money/form.ts'
import { type PaymentMethod, paymentMethods } from '#schema/values/payments/payment-kind.ts'
import { amountToCents, centsToAmount } from '#schema/values/money.ts'
import { type RefusedSource, useFormWrite } from '#web/forms/drafts/refused-source.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { type FormDialogRequest, type FormOpening, useFormOpening } from '#web/forms/form-opening.ts'
import { useAddForm } from '#web/forms/use-add-form.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { runAction } from '#web/navigation/notify.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Segments } from '#web/ui/controls/segments.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { methodOptions, TaxChoice, useHasTaxChoice } from '../money-fields.tsx'
import type { OpInput } from '#web/device/rows/op-input.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { readOpenTill } from './open-till.ts'
import { readLastMethod, rememberMethod } from './last-method.ts'
import { changeToText, giveRest, openTakenForm, sumParts, switchSplit, type TakenForm, takenForm, toParts, toPaymentOps } from './taken-form.ts'
import { common } from '#web/language/common-texts.ts'
import { methodToText } from '#web/language/payment-methods-texts.ts'
import { t } from './take-payment-texts.ts'

const labels = moneyForms.payment.inputLabels

type TakePaymentProps = FormDialogRequest & {
  orderId: string
  balance: Balance
  /** Written with the payments, in front of them: a new sale. */
  before?: readonly OpInput[] | undefined
  /** The refused change that these writes replace. */
  replaces?: RefusedSource | undefined
  onSaved?: (() => void) | undefined
  /** Prints the order's receipt. */
  onPrint: () => void
  /** Gives the repair to its customer, and prints; only where it waits for that. */
  onPickUp: (() => void) | undefined
}

/** Takes what is to pay, by one method or several; over the order's dialog, also offline. */
export function TakePaymentDialog({ orderId, balance, before, replaces, onSaved, onPrint, onPickUp, ...request }: TakePaymentProps) {
  const opening = useFormOpening(request, `payment-take/${orderId}`)
  return opening === undefined ? null : <TakePaymentForm {...{ opening, orderId, balance, before, replaces, onSaved, onPrint, onPickUp }} />
}

type TakePaymentFormProps = Omit<TakePaymentProps, keyof FormDialogRequest> & { opening: FormOpening }

function TakePaymentForm({ opening, orderId, balance, before = [], replaces, onSaved, onPrint, onPickUp }: TakePaymentFormProps) {
  const write = useFormWrite({ ...opening, refused: replaces })
  const device = useDevice()
  // What was to pay at the opening: a payment from elsewhere changes no amount under the fingers.
  const [first] = useState(balance)
  const { form, shell, submit } = useAddForm<TakenForm>(opening, {
    definition: takenForm,
    makeEmpty: () => openTakenForm({ ...first, method: readLastMethod() }),
  })
  const saveWith = (onStored?: () => void) =>
    submit(async (typed) => {
      const parts = toParts(typed)
      const outcome = await runAction({
        run: async () => write([...before, ...toPaymentOps(orderId, typed, await readOpenTill(device.rows, opening.shopId))]),
        success: {
          title: t.added[before.length > 0 ? 'sale' : parts.length > 1 ? 'payments' : 'payment'](),
          description: changeToText(typed),
        },
        failure: t.addFailed[before.length > 0 ? 'sale' : 'payment'](),
      })
      const [main] = parts
      if (outcome.ok && main !== undefined) rememberMethod(main.method)
      await shell.finish(outcome, () => {
        onSaved?.()
        onStored?.()
      })
    })
  const [save, saveAndPrint] = [saveWith(), saveWith(onPickUp ?? onPrint)]
  return (
    <FormDialog
      title={t.take()}
      size="md"
      shell={shell}
      onSubmit={() => void save()}
      submitText={common.save()}
      alsoSubmit={{ text: onPickUp === undefined ? t.saveAndPrint() : t.savePickUpPrint(), onSubmit: () => void saveAndPrint() }}
      initialFocus={() => document.querySelector<HTMLElement>('[data-taken-amount]')}
    >
      <TakenFields form={form} balance={balance} />
    </FormDialog>
  )
}

function TakenFields({ form, balance }: { form: UseFormReturn<TakenForm>; balance: Balance }) {
  const { money } = useShopFormat()
  const hasTaxChoice = useHasTaxChoice('payment')
  const typed = { ...form.getValues(), ...useWatch({ control: form.control }) }
  const { errors } = form.formState
  const parts = toParts(typed)
  const hasCash = typed.isSplit || typed.method === 'cash'
  const change = changeToText(typed)
  const setAll = (next: TakenForm): void => {
    for (const name of ['method', 'amount', 'isSplit', ...paymentMethods] as const) form.setValue(name, next[name], { shouldDirty: true })
    form.clearErrors()
  }
  const amountInput = form.register('amount', {
    onChange: () => {
      const changed = typedAmountToAfterTax({ amountBefore: typed.amount, form: form.getValues(), wasSwitched: false })
      if (changed !== undefined) form.setValue('afterTax', changed, { shouldDirty: true })
    },
  })
  const partInput = (method: PaymentMethod) => form.register(method, { onChange: () => form.setValue(typed.method, giveRest(typed, form.getValues(), method)) })
  return (
    <div className="flex flex-col gap-4">
      <p className="tabular-nums">{balanceText(balance, money)}</p>
      {typed.isSplit ? (
        <div className="grid grid-cols-2 gap-3">
          {paymentMethods.map((method, place) => (
            <Field key={method} label={methodToText(method)} error={errors[method]?.message}>
              <TextField inputMode="decimal" autoComplete="off" numeric data-taken-amount={place === 0 || undefined} {...partInput(method)} />
            </Field>
          ))}
        </div>
      ) : (
        <>
          <Segments
            legend={labels.method}
            options={methodOptions}
            value={typed.method}
            onChange={(method) => form.setValue('method', method, { shouldDirty: true })}
          />
          <Field label={labels.amount} required error={errors.amount?.message}>
            <TextField inputMode="decimal" autoComplete="off" numeric data-taken-amount onFocus={(event) => event.target.select()} {...amountInput} />
          </Field>
        </>
      )}
      {typed.isSplit && (
        <p role="status" className="text-sm text-muted tabular-nums">
          {sumText(sumParts(parts), balance.balance, money)}
        </p>
      )}
      <Button variant="ghost" className="-ml-4 self-start" onClick={() => setAll(switchSplit(form.getValues()))}>
        <Split aria-hidden="true" />
        {typed.isSplit ? t.oneMethod() : t.severalMethods()}
      </Button>
      {hasCash && (
        <Field label={t.receivedInCash()} error={errors.given?.message} hint={change === undefined ? t.receivedHint() : undefined}>
          <TextField inputMode="decimal" autoComplete="off" numeric {...form.register('given')} />
        </Field>
      )}
      {hasCash && change !== undefined && (
        <p role="status" className="rounded-md bg-sunken px-3 py-2 text-lg font-semibold tabular-nums">
          {change}
        </p>
      )}
      <div className="flex flex-wrap items-end gap-3">
        {hasTaxChoice && <TaxChoice afterTax={typed.afterTax} onChange={(afterTax) => form.setValue('afterTax', afterTax, { shouldDirty: true })} />}
        <Field label={t.note()} error={errors.text?.message} className="min-w-40 flex-1">
          <TextField autoComplete="off" {...form.register('text')} />
        </Field>
      </div>
    </div>
  )
}

type Money = (amount: number) => string

function balanceText({ total, balance }: Balance, money: Money): string {
  if (total === null || balance === null || total === 0) return t.onlyDeposit()
  return balance > 0 ? t.toPay({ amount: money(balance) }) : t.nothingToPay()
}

function sumText(sum: number, balance: number | null, money: Money): string {
  const left = balance === null ? 0 : centsToAmount(amountToCents(balance) - amountToCents(sum))
  if (left === 0) return t.together({ sum: money(sum) })
  return left > 0 ? t.togetherLeft({ sum: money(sum), left: money(left) }) : t.togetherMore({ sum: money(sum), more: money(-left) })
}
