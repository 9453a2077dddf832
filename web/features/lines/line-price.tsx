import { type UseFormReturn, useWatch } from 'react-hook-form'
import { balanceToText } from '#schema/rules/money/balance-text.ts'
import { priceToBalance } from '#schema/rules/money/balance.ts'
import { toLineTotal } from '#schema/rules/money/line-totals.ts'
import { findDefaultRates, type Price, type PriceLine, quoteToCents, toPrice } from '#schema/rules/money/price.ts'
import { centsToAmount } from '#schema/values/money.ts'
import { rateToText } from '#schema/values/taxes/tax-rate.ts'
import type { OrderMoney } from '#web/device/lists/totals.ts'
import { useRowsById } from '#web/device/react/use-answers.ts'
import { useIsFirstSync } from '#web/device/react/use-device.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Segments } from '#web/ui/controls/segments.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { type LineForm, lineForm, toTypedLine } from './form.ts'
import { t } from './lines-texts.ts'
import { balanceTexts } from '#web/language/balance-texts.ts'
import { common } from '#web/language/common-texts.ts'

type FormProps = { form: UseFormReturn<LineForm> }
type MoneyProps = FormProps & { /** Undefined while it is read. */ money: OrderMoney | undefined }

/** The amount that a person typed as the order's quote; null for none, for a text, and where the quote is the lines' total. */
export function findTypedQuote(money: OrderMoney | undefined): number | null {
  if (money === undefined || money.quoteFromLines) return null
  const cents = quoteToCents(money.quotedCost, money.pricing.unitCents)
  return cents === null ? null : centsToAmount(cents)
}

/** Whether the line is in the quoted price, or under warranty where there is none, or comes on top of it. */
export function BelongsTo({ form, quote, onChosen }: FormProps & { quote: number | null; onChosen: () => void }) {
  const { money } = useShopFormat()
  const included = useWatch({ control: form.control, name: 'included' })
  const choices = [
    { value: 'included', label: quote === null ? t.underWarranty() : t.includedIn({ amount: money(quote) }) },
    { value: 'on-top', label: t.onTop() },
  ] as const
  return (
    <Segments
      legend={lineForm.inputLabels.included}
      options={choices}
      value={included ? 'included' : 'on-top'}
      className="sm:col-span-2"
      onChange={(value) => {
        onChosen()
        form.setValue('included', value === 'included', { shouldDirty: true })
      }}
    />
  )
}

/** The rate of this line, where the shop charges taxes; without a choice it has the product's or the usual one. */
export function RateOfLine({ form, money }: FormProps & { money: OrderMoney }) {
  const [kind, taxRateId] = useWatch({ control: form.control, name: ['kind', 'taxRateId'] })
  const { rates } = money.pricing
  const { all, labour } = findDefaultRates(rates)
  const usual = rates.find(({ id }) => id === (kind === 'labour' ? (labour ?? all) : all))
  const offered = rates.filter(({ id, archived }) => !archived || id === taxRateId).map((rate) => ({ value: rate.id, label: rateToText(rate) }))
  const unknown = taxRateId === '' || rates.some(({ id }) => id === taxRateId) ? [] : [{ value: taxRateId, label: t.unknownRate() }]
  return (
    <Field label={lineForm.inputLabels.taxRateId} hint={usual && t.usually({ rate: rateToText(usual) })} error={form.formState.errors.taxRateId?.message}>
      <Select placeholder={t.asUsual()} options={[...offered, ...unknown]} {...form.register('taxRateId')} />
    </Field>
  )
}

type TotalProps = MoneyProps & { shopId: string; /** Undefined for a new line. */ line?: { id: string; createdAt: string } | undefined }

/** What the typed line comes to, and beneath a typed quote what the order comes to with it. */
export function LineTotals({ form, shopId, money, line }: TotalProps) {
  const format = useShopFormat()
  const isFirstSync = useIsFirstSync()
  const typed = useWatch({ control: form.control }) as LineForm
  const [product] = useRowsById('products', shopId, typed.productId === '' ? [] : [typed.productId]) ?? []
  const parsed = toTypedLine(typed)
  if (parsed === undefined) return <Totals />
  // A new line is the last of the order.
  const priced: PriceLine = { ...parsed, productTaxRateId: product?.taxRateId, id: line?.id ?? '', createdAt: line?.createdAt ?? '9999' }
  const others: readonly PriceLine[] = money?.lines.filter(({ id }) => id !== line?.id) ?? []
  const ofOrder = money && toPrice<PriceLine>({ ...money, lines: [...others, priced] })
  const amount = parsed.kind === 'discount' ? ofOrder?.items.find((item) => item.line === priced)?.amount : toLineTotal(parsed, format.unitCents)
  const order = money && ofOrder && findTypedQuote(money) !== null ? toOrderText(money, ofOrder, format.money) : undefined
  return (
    <Totals
      total={amount === undefined || amount === null ? undefined : t.totalIs({ amount: format.money(amount) })}
      order={isFirstSync && order !== undefined ? common.loadingPayments() : order}
    />
  )
}

const toOrderText = ({ payments, pricing, isExempt }: OrderMoney, price: Price<PriceLine>, money: (amount: number) => string): string | undefined =>
  balanceToText(priceToBalance(price, payments), { hasLines: true, money, taxMode: pricing.taxMode, isExempt, texts: balanceTexts })

const Totals = ({ total = '', order }: { total?: string | undefined; order?: string | undefined }) => (
  <>
    <p role="status" className="self-end pb-2 text-right text-lg font-semibold tabular-nums">
      {total}
    </p>
    {order !== undefined && (
      <p role="status" aria-label={t.withThisLine()} className="rounded-md bg-sunken px-3 py-2.5 tabular-nums sm:col-span-2">
        {t.withThisLineIs({ sums: order })}
      </p>
    )}
  </>
)
