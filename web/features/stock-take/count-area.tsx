import { Minus, Plus } from 'lucide-react'
import { type FormEvent, useMemo, useRef, useState } from 'react'
import type { Product } from '#schema/collections/stock/products.ts'
import type { StockCount } from '#schema/collections/stock/stock-counts.ts'
import { findProducts } from '#schema/rules/inventory/find-products.ts'
import { findByCode } from '#schema/rules/inventory/product-codes.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useIsUnsent, useShopRows } from '#web/device/react/use-device.ts'
import type { OpInput } from '#web/device/rows/op-input.ts'
import { UnsentMark } from '#web/list-kit/unsent-mark.tsx'
import { runAction } from '#web/navigation/notify.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { sumCounts } from './takes.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './stock-take-texts.ts'

type CountAreaProps = {
  shopId: string
  takeId: string
  area: string | null
  counts: readonly StockCount[]
  onReview: () => void
  onBack: () => void
  onClose: () => void
}

/** Each scan is a count of its own, so that what two tablets count adds up. */
export function CountArea({ shopId, takeId, area, counts, onReview, onBack, onClose }: CountAreaProps) {
  const device = useDevice()
  const products = useShopRows('products', shopId)
  const productById = useMemo(() => new Map(products?.map((product) => [product.id, product])), [products])
  const sums = useMemo(() => sumCounts(counts), [counts])
  const [pieces, setPieces] = useState('1')
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const code = useRef<HTMLInputElement>(null)
  const missing = useMemo(() => {
    const counted = new Set(sums.map(({ productId }) => productId))
    return area === null ? [] : (products ?? []).filter(({ id, location, archived }) => location === area && !archived && !counted.has(id))
  }, [area, products, sums])
  const write = (op: OpInput) => runAction({ run: () => device.write(shopId, [op]), failure: t.saveFailed() })
  const count = (product: Product, counted: number) =>
    write({ action: 'create', collection: 'stock_counts', values: { takeId, area, productId: product.id, counted } })
  /** Takes one piece out of the last count. */
  const takeBack = (last: StockCount): void => {
    const { id, counted } = last
    void write(
      counted > 1
        ? { action: 'update', collection: 'stock_counts', id, values: { counted: counted - 1 }, seen: { counted } }
        : { action: 'delete', collection: 'stock_counts', id },
    )
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const counted = Number(pieces.trim() || '1')
    if (!Number.isInteger(counted) || counted < 0) return setProblem(t.wholeNumber())
    const found = findByCode(products ?? [], typed)
    const byName = found === undefined ? findProducts(products ?? [], typed, 2) : []
    const product = found ?? (byName.length === 1 ? byName[0] : undefined)
    code.current?.focus()
    if (product === undefined) {
      const why = byName.length > 1 ? t.several() : t.unknown({ text: typed.trim() })
      return setProblem(typed.trim() === '' ? t.codeNeeded() : why)
    }
    setProblem(undefined)
    setTyped('')
    setPieces('1')
    void count(product, counted)
  }
  return (
    <Dialog
      open
      size="md"
      title={area === null ? t.countStock() : t.countArea({ area })}
      onCloseRequest={onClose}
      onSubmit={submit}
      initialFocus={() => code.current}
      footer={
        <>
          <Button onClick={onBack}>{common.back()}</Button>
          <Button type="submit">{t.count()}</Button>
          <Button variant="primary" disabled={sums.length === 0} onClick={onReview}>
            {t.showDifferences()}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-4">
        <Field label={t.codeOrName()} error={problem} hint={t.codeHint()}>
          <TextField ref={code} data-scan-field autoComplete="off" autoCapitalize="none" value={typed} onChange={({ target }) => setTyped(target.value)} />
        </Field>
        <Field label={t.pieces()}>
          <TextField numeric inputMode="numeric" data-quantity autoComplete="off" value={pieces} onChange={({ target }) => setPieces(target.value)} />
        </Field>
      </div>
      <ul aria-label={t.counted()} className="mt-4">
        {sums.map(({ productId, counted, last }) => {
          const product = productById.get(productId)
          const name = product?.name ?? t.unknownProduct()
          return (
            <li key={productId} className="flex min-h-12 flex-wrap items-center gap-x-3 border-b border-line">
              <span className="min-w-40 flex-1 wrap-anywhere">{name}</span>
              <UnsentCount id={last.id} />
              <span className="font-semibold tabular-nums">{counted}</span>
              <span className="flex shrink-0">
                <IconButton label={t.oneLess({ name })} icon={<Minus aria-hidden="true" />} disabled={counted === 0} onClick={() => takeBack(last)} />
                <IconButton
                  label={t.oneMore({ name })}
                  icon={<Plus aria-hidden="true" />}
                  disabled={product === undefined}
                  onClick={() => product !== undefined && void count(product, 1)}
                />
              </span>
            </li>
          )
        })}
      </ul>
      {missing.length > 0 && (
        <>
          <h3 className="mt-5 font-semibold">{t.notCountedIn({ area: area ?? '' })}</h3>
          <ul aria-label={t.notCounted()}>
            {missing.map((product) => (
              <li key={product.id} className="flex min-h-12 flex-wrap items-center gap-x-3 border-b border-line">
                <span className="min-w-40 flex-1 wrap-anywhere">{product.name}</span>
                <Button className="px-3" aria-label={t.thereIsNo({ name: product.name })} onClick={() => void count(product, 0)}>
                  {t.thereIsNone()}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}

function UnsentCount({ id }: { id: string }) {
  return useIsUnsent('stock_counts', id) ? <UnsentMark /> : null
}
