import { useEffect, useRef, useState } from 'react'
import { parseAmount } from '#schema/values/money.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { amountToPlain } from '#schema/rules/money/typed-amount.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { runAction } from '#web/navigation/notify.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { common } from '#web/language/common-texts.ts'
import { t } from './lines-texts.ts'

/** The quote of the open order form: what is stored of its typed value, and a callback for a new one. */
export type QuoteOfForm = { read: () => string; onTaken: (quote: string) => void }

type TakeAsQuoteProps = { shopId: string; orderId: string; total: number; quote: QuoteOfForm }

/** Sets the quote to the lines' total; asks first if the order has a quote. */
export function TakeAsQuote({ shopId, orderId, total, quote }: TakeAsQuoteProps) {
  const device = useDevice()
  const format = useShopFormat()
  const [typed, setTyped] = useState<string>()
  const yes = useRef<HTMLButtonElement>(null)
  const start = useRef<HTMLButtonElement>(null)
  useEffect(() => yes.current?.focus(), [typed])
  const text = amountToPlain(total)

  const take = async (): Promise<void> => {
    const former = quote.read().trim()
    const order = await device.rows.read('orders', orderId)
    const write = (quotedCost: string | null, quoteFromLines: boolean) =>
      device.write(shopId, [{ action: 'update', collection: 'orders', id: orderId, values: { quotedCost, quoteFromLines } }])
    // Restores the field's previous text, even if it was never saved.
    const putBack = async (): Promise<void> => {
      const outcome = await runAction({
        run: () => write(former === '' ? null : former, order?.quoteFromLines === true),
        success: t.quoteAsBefore(),
        failure: t.quoteFailed(),
      })
      if (outcome.ok) quote.onTaken(former)
    }
    const outcome = await runAction({
      run: () => write(text, true),
      success: { title: t.quoteIs({ amount: format.money(total) }), action: { label: common.undo(), onPress: () => void putBack() } },
      failure: t.quoteFailed(),
    })
    if (outcome.ok) quote.onTaken(text)
    setTyped(undefined)
    start.current?.focus()
  }
  const press = (): void => {
    const former = quote.read().trim()
    if (former === '' || parseAmount(former) === total) void take()
    else setTyped(former)
  }
  if (typed === undefined) {
    return (
      <Button ref={start} variant="ghost" onClick={press}>
        {t.takeAsQuote()}
      </Button>
    )
  }
  return (
    <div
      role="group"
      data-own-escape
      aria-label={t.replaceQuote()}
      className="flex flex-wrap items-center gap-2 rounded-md bg-warn-soft py-1 pr-1 pl-3"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        setTyped(undefined)
      }}
    >
      <span>{t.replaceQuestion({ quote: format.quote(typed), amount: format.money(total) })}</span>
      <Button onClick={() => setTyped(undefined)}>{common.no()}</Button>
      <Button ref={yes} onClick={() => void take()}>
        {t.yesReplace()}
      </Button>
    </div>
  )
}
