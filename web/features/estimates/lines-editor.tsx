import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import type { EstimatePricing } from '#schema/rules/estimates/estimate-states.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { cn } from '#web/ui/cn.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { emptyTypedLine, problemOfLine, readTypedLines, toTypedTotal, type TypedLine, typedLinesToText } from './form.ts'
import { t } from './estimates-texts.ts'

type LinesEditorProps = { text: string; onChange: (text: string) => void; error: string | undefined; pricing: EstimatePricing | undefined }

/** On phones the description stands above quantity and price. */
const columns = 'grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-2 sm:grid-cols-[minmax(0,1fr)_5.5rem_9rem_auto]'

export function LinesEditor({ text, onChange, error, pricing }: LinesEditorProps) {
  const { currencySign, money } = useShopFormat()
  const typed = readTypedLines(text)
  const lines = typed.length === 0 ? [emptyTypedLine] : typed
  const list = useRef<HTMLOListElement>(null)
  const change = (index: number, part: Partial<TypedLine>): void =>
    onChange(typedLinesToText(lines.map((line, at) => (at === index ? { ...line, ...part } : line))))
  const remove = (index: number): void => {
    onChange(typedLinesToText(lines.filter((_, at) => at !== index)))
    list.current?.querySelectorAll<HTMLInputElement>('[data-line-text]')[Math.max(0, index - 1)]?.focus()
  }
  // Empty inputs show their error only after a save.
  const shown = (line: TypedLine, name: 'description' | 'quantity' | 'unitPrice') => (error === undefined ? undefined : problemOfLine(line, name))
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="text-sm font-semibold">{t.lines()}</legend>
      {/* Unique per line. */}
      <div aria-hidden="true" className={cn(columns, 'gap-y-0 text-sm text-muted')}>
        <span className="max-sm:col-span-3">{t.what()}</span>
        <span>{t.quantity()}</span>
        <span>{t.unitPrice()}</span>
        <span className="w-11" />
      </div>
      <ol ref={list} className="flex flex-col gap-3">
        {lines.map((line, index) => (
          <li key={index} className={columns}>
            <Field label={t.whatOfLine({ line: index + 1 })} labelHidden error={shown(line, 'description')} className="max-sm:col-span-3">
              <TextField
                data-line-text
                placeholder={t.lineHint()}
                autoComplete="off"
                value={line.description}
                onChange={({ target }) => change(index, { description: target.value })}
              />
            </Field>
            <Field label={t.quantityOfLine({ line: index + 1 })} labelHidden error={shown(line, 'quantity')}>
              <TextField
                data-quantity
                numeric
                inputMode="decimal"
                autoComplete="off"
                value={line.quantity}
                onChange={({ target }) => change(index, { quantity: target.value })}
              />
            </Field>
            <Field label={t.priceOfLine({ line: index + 1 })} labelHidden error={shown(line, 'unitPrice')}>
              <TextField
                numeric
                inputMode="decimal"
                autoComplete="off"
                lead={currencySign}
                value={line.unitPrice}
                onChange={({ target }) => change(index, { unitPrice: target.value })}
              />
            </Field>
            <IconButton label={t.removeLine({ line: index + 1 })} icon={<X aria-hidden="true" />} onClick={() => remove(index)} />
          </li>
        ))}
      </ol>
      {error !== undefined && (
        <p role="alert" className="text-sm text-danger-ink">
          {error}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button onClick={() => onChange(typedLinesToText([...lines, emptyTypedLine]))}>
          <Plus aria-hidden="true" />
          {t.addLine()}
        </Button>
        <p role="status" className="text-lg font-semibold tabular-nums">
          {t.totalIs({ amount: money(toTypedTotal(text, pricing)) })}
        </p>
      </div>
    </fieldset>
  )
}
