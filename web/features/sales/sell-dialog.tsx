import { Trash2 } from 'lucide-react'
import { type KeyboardEvent, lazy, Suspense, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { v7 } from 'uuid'
import type { Product } from '#schema/collections/stock/products.ts'
import { findProducts } from '#schema/rules/inventory/find-products.ts'
import { toPrice } from '#schema/rules/money/price.ts'
import { priceToBalance } from '#schema/rules/money/balance.ts'
import { useShopRows } from '#web/device/react/use-device.ts'
import { useSalePricing } from '#web/device/react/use-answers.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { type FormDialogRequest, type FormOpening, useFormOpening } from '#web/forms/form-opening.ts'
import { useAddForm } from '#web/forms/use-add-form.ts'
import { CustomerPicker } from '#web/inputs/customer-picker.tsx'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { useOpenTill } from '#web/features/money/taken/open-till.ts'
import { openDialog } from '#web/navigation/dialogs.ts'
import { Combobox } from '#web/ui/controls/combobox.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { addProduct, type BasketItem, readItems, type SaleForm, saleForm, toBasketLines, toSaleOps, writeItems } from './basket.ts'
import { rateNameToText } from '#web/language/set-names-texts.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './sales-texts.ts'

const TakePaymentDialog = lazy(async () => ({ default: (await import('#web/features/money/taken/take-payment-dialog.tsx')).TakePaymentDialog }))

/** Sells articles over the counter: scan or find, Pay, Save. Works without network. */
export function SellDialog(request: FormDialogRequest) {
  const opening = useFormOpening(request, `sell/${request.shopId}`)
  return opening === undefined ? null : <SellForm opening={opening} />
}

const findBox = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-sell-find]')

function SellForm({ opening }: { opening: FormOpening }) {
  const { shopId } = opening
  const { form, shell, submit } = useAddForm<SaleForm>(opening, { definition: saleForm })
  const typed = { ...form.getValues(), ...useWatch({ control: form.control }) }
  const [orderId] = useState(() => opening.refused?.rowIds[0] ?? v7())
  const [isPaying, setIsPaying] = useState(false)
  const till = useOpenTill(shopId)
  const { money } = useShopFormat()
  const pricing = useSalePricing(shopId, typed.customerId || null)
  const items = readItems(typed.items)
  const { lines, problem } = toBasketLines(typed)
  const price = pricing && toPrice({ ...pricing, quotedCost: null, quoteFromLines: false, lines })
  const setItems = (next: readonly BasketItem[]): void => {
    form.setValue('items', writeItems(next), { shouldDirty: true })
    shell.setResult(undefined)
  }
  const pay = submit(() => {
    shell.setResult(problem)
    if (problem === undefined && price !== undefined) setIsPaying(true)
    return Promise.resolve()
  })
  const print = (): void => openDialog({ kind: 'papers', orderIds: [orderId], paper: 'pick-up' })
  return (
    <>
      <FormDialog
        title={t.sell()}
        description={till === undefined ? t.noTill() : t.tillIs({ name: till.name })}
        size="sheet"
        shell={shell}
        onSubmit={() => void pay()}
        submitText={t.pay()}
        initialFocus={findBox}
      >
        <div className="flex flex-col gap-4">
          <Field label={t.article()} hint={t.articleHint()}>
            <ArticleBox shopId={shopId} onEnter={() => void pay()} onFound={(product) => setItems(addProduct(readItems(form.getValues('items')), product))} />
          </Field>
          <ul aria-label={t.basket()} className="divide-y divide-line border-y border-line empty:hidden">
            {items.map((item, place) => (
              <BasketRow
                key={item.productId}
                item={item}
                amount={price?.items[place]?.amount ?? null}
                onChange={(change) => setItems(items.map((one) => (one === item ? { ...item, ...change } : one)))}
                onRemove={() => {
                  setItems(items.filter((one) => one !== item))
                  findBox()?.focus()
                }}
              />
            ))}
          </ul>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t.discount()} hint={t.discountHint()}>
              <TextField numeric autoComplete="off" {...form.register('discount')} />
            </Field>
            <Field label={common.customer()} hint={t.onlyIfWanted()}>
              <CustomerPicker shopId={shopId} value={typed.customerId} onValueChange={(id) => form.setValue('customerId', id, { shouldDirty: true })} />
            </Field>
          </div>
          <dl aria-label={t.sum()} className="flex flex-col gap-1 text-right tabular-nums">
            {price?.taxes.map(({ name, tax }) => (
              <div key={name} className="text-sm text-muted">
                <dt className="inline">{rateNameToText(name)}</dt> <dd className="inline">{money(tax)}</dd>
              </div>
            ))}
            <div className="text-2xl font-semibold">
              <dt className="inline">{common.total()}</dt> <dd className="inline">{money(price?.total ?? 0)}</dd>
            </div>
          </dl>
        </div>
      </FormDialog>
      {isPaying && price !== undefined && (
        <Suspense>
          <TakePaymentDialog
            shopId={shopId}
            orderId={orderId}
            balance={priceToBalance(price, [])}
            before={toSaleOps(lines, { orderId, customerId: typed.customerId, newId: () => v7() })}
            replaces={opening.refused}
            onSaved={shell.leave}
            onPrint={print}
            onPickUp={undefined}
            onClose={() => setIsPaying(false)}
          />
        </Suspense>
      )}
    </>
  )
}

const offered = 20

type ArticleBoxProps = { shopId: string; onFound: (product: Product) => void; /** Enter in the empty box. */ onEnter: () => void }

function ArticleBox({ shopId, onFound, onEnter }: ArticleBoxProps) {
  const products = useShopRows('products', shopId)
  const [query, setQuery] = useState('')
  const found = useMemo(() => findProducts(products ?? [], query, offered), [products, query])
  const { money } = useShopFormat()
  const payOnEnter = (event: KeyboardEvent<HTMLDivElement>): void => {
    const { target, key, ctrlKey, metaKey } = event
    if (key === 'Enter' && !ctrlKey && !metaKey && target instanceof HTMLInputElement && target.value === '' && target.ariaExpanded !== 'true') onEnter()
  }
  return (
    <div onKeyDown={payOnEnter}>
      <Combobox
        inputRef={(input) => {
          if (input !== null) input.dataset['sellFind'] = ''
        }}
        items={found}
        selectedItem={null}
        onSelect={(product) => product !== null && onFound(product)}
        onQueryChange={setQuery}
        itemToString={({ name }) => name}
        itemKey={({ id }) => id}
        renderItem={({ name, sku, salePrice, inventoryCount }) => (
          <>
            <span className="truncate">{name}</span>
            <span className="text-sm text-muted tabular-nums">
              {[sku, salePrice === null ? null : money(salePrice), t.inStock({ count: inventoryCount })]
                .filter((text) => text !== null && text !== '')
                .join(' · ')}
            </span>
          </>
        )}
        isReading={products === undefined}
        emptyText={products === undefined ? t.readingInventory() : t.noProduct()}
        placeholder={t.findHint()}
      />
    </div>
  )
}

type BasketRowProps = { item: BasketItem; amount: number | null; onChange: (change: Partial<BasketItem>) => void; onRemove: () => void }

function BasketRow({ item: { description, quantity, unitPrice }, amount, onChange, onRemove }: BasketRowProps) {
  const { money } = useShopFormat()
  return (
    <li className="flex flex-wrap items-center gap-3 py-2">
      <span className="min-w-40 flex-1 wrap-anywhere max-sm:basis-full">{description}</span>
      <Field label={t.piecesOf({ article: description })} labelHidden className="w-20">
        <TextField
          numeric
          inputMode="numeric"
          autoComplete="off"
          data-quantity
          value={quantity}
          onChange={(event) => onChange({ quantity: event.target.value })}
        />
      </Field>
      <Field label={t.priceOf({ article: description })} labelHidden className="w-28">
        <TextField numeric inputMode="decimal" autoComplete="off" value={unitPrice} onChange={(event) => onChange({ unitPrice: event.target.value })} />
      </Field>
      <span className="w-24 text-right font-semibold tabular-nums">{amount === null ? '' : money(amount)}</span>
      <IconButton label={t.takeOut({ article: description })} icon={<Trash2 aria-hidden="true" />} onClick={onRemove} />
    </li>
  )
}
