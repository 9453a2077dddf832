import { useEffect, useMemo, useRef, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { OrderLine } from '#schema/collections/work/order-lines.ts'
import { type LineKind, lineKinds } from '#schema/values/order-lines/line-kind.ts'
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
import { findLineFormIssue, lineAddDraftKey, type LineForm, lineForm, type LineFormField, lineToWritten, newLineForm, productToTyped } from './form.ts'
import { BelongsTo, findTypedQuote, LineTotals, RateOfLine } from './line-price.tsx'
import { withFormQuote } from '#web/inputs/shop-amounts.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import type { Product } from '#schema/collections/stock/products.ts'
import { findProducts } from '#schema/rules/inventory/find-products.ts'
import { useOrderMoney } from '#web/device/react/use-answers.ts'
import { useShopRows } from '#web/device/react/use-device.ts'
import { Segments } from '#web/ui/controls/segments.tsx'
import { cn } from '#web/ui/cn.ts'
import { Combobox } from '#web/ui/controls/combobox.tsx'
import { things } from '#web/language/thing-texts.ts'
import { kindToText } from './line-kinds.ts'
import { t } from './lines-texts.ts'

/** Limit of offered products; another search word finds the rest. */
const offeredProducts = 30

type ProductPickerProps = { shopId: string; productId: string; onChange: (product: Product | null) => void }

/** Finds a product on this device by words of its name or by its SKU, typed or scanned. */
export function ProductPicker({ shopId, productId, onChange }: ProductPickerProps) {
  const products = useShopRows('products', shopId)
  const [query, setQuery] = useState('')
  const found = useMemo(() => findProducts(products ?? [], query, offeredProducts), [products, query])
  const chosen = useMemo(() => products?.find(({ id }) => id === productId) ?? null, [products, productId])
  // Focus the product of a new part first, because it fills in the other fields.
  const markFirst = (input: HTMLInputElement | null): void => {
    if (input !== null && productId === '') input.dataset['autofocus'] = ''
  }
  return (
    <div className="flex items-center gap-2">
      <Combobox
        inputRef={markFirst}
        items={found}
        selectedItem={chosen}
        onSelect={onChange}
        onQueryChange={setQuery}
        itemToString={({ name }) => name}
        itemKey={({ id }) => id}
        renderItem={(product) => <ProductItem product={product} />}
        isReading={products === undefined}
        emptyText={products === undefined ? t.readingInventory() : t.noProductFound()}
        placeholder={t.findHint()}
      />
      {productId !== '' && (
        <Button variant="ghost" onClick={() => onChange(null)}>
          {t.noProduct()}
        </Button>
      )}
    </div>
  )
}

function ProductItem({ product: { name, sku, salePrice, inventoryCount } }: { product: Product }) {
  const { money } = useShopFormat()
  const facts = [sku, salePrice === null ? null : money(salePrice)].filter((text) => text !== null && text !== '')
  return (
    <>
      <span className="truncate">{name}</span>
      <span className="flex gap-3 text-sm text-muted">
        <span className="min-w-0 truncate">{facts.join(' · ')}</span>
        <span className={cn('ml-auto shrink-0 tabular-nums', inventoryCount <= 0 && 'text-danger-ink')}>{t.inStock({ count: inventoryCount })}</span>
      </span>
    </>
  )
}

const labels = lineForm.inputLabels
const kinds = lineKinds.map((kind) => ({ value: kind, label: kindToText(kind) }))

type LineFieldsProps = {
  form: UseFormReturn<LineForm>
  shopId: string
  orderId: string
  /** Undefined for a new line. */
  line?: OrderLine | undefined
  /** Whether nobody chose yet where the line belongs, so that it follows its product. */
  isUndecided?: boolean
  quotedCost: string | undefined
}

/** A chosen product fills in name and prices. */
function LineFields({ form, shopId, orderId, line, isUndecided = false, quotedCost }: LineFieldsProps) {
  const { errors } = form.formState
  const { currencySign } = useShopFormat()
  const { order, money: stored } = useOrderMoney(shopId, orderId) ?? {}
  const money = stored && quotedCost !== undefined ? withFormQuote(stored, quotedCost) : stored
  const quote = findTypedQuote(money)
  const isClaim = typeof order?.claimOf === 'string'
  const [kind, productId, fromStock] = useWatch({ control: form.control, name: ['kind', 'productId', 'fromStock'] })
  const isDecided = useRef(!isUndecided)
  const isPartOfQuote = (isClaim || (quote !== null && fromStock && productId !== '')) && kind !== 'discount'
  useEffect(() => {
    if (!isDecided.current) form.setValue('included', isPartOfQuote)
  }, [form, isPartOfQuote])
  const fill = (values: Partial<LineForm>): void => {
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
    for (const [name, value] of Object.entries(values)) form.setValue(name as keyof LineForm, value, options)
  }
  const isDiscount = kind === 'discount'
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={labels.kind} error={errors.kind?.message} className="sm:col-span-2">
        <Select options={kinds} {...form.register('kind', { onChange: ({ target }) => target.value === 'discount' && fill(ofDiscount) })} />
      </Field>
      {!isDiscount && (kind === 'part' || productId !== '') && (
        <div className="flex flex-col gap-1 sm:col-span-2">
          <Field label={labels.productId} error={errors.productId?.message} hint={t.productHint()}>
            <ProductPicker shopId={shopId} productId={productId} onChange={(product) => fill(productToTyped(product))} />
          </Field>
          {productId !== '' && <Checkbox label={labels.fromStock} hint={t.stockHint()} {...form.register('fromStock')} />}
        </div>
      )}
      {!isDiscount && (quote !== null || isClaim) && <BelongsTo form={form} quote={quote} onChosen={() => (isDecided.current = true)} />}
      <Field label={labels.description} required error={errors.description?.message} className="sm:col-span-2">
        <TextField autoComplete="off" {...form.register('description')} />
      </Field>
      {isDiscount ? (
        <DiscountFields form={form} />
      ) : (
        <>
          <Field label={labels.quantity} required error={errors.quantity?.message}>
            <TextField data-quantity numeric inputMode="decimal" autoComplete="off" {...form.register('quantity')} />
          </Field>
          <Field label={labels.unitPrice} required error={errors.unitPrice?.message}>
            <TextField numeric inputMode="decimal" autoComplete="off" lead={currencySign} {...form.register('unitPrice')} />
          </Field>
          <Field label={labels.unitCost} error={errors.unitCost?.message} hint={t.costHint()}>
            <TextField numeric inputMode="decimal" autoComplete="off" lead={currencySign} {...form.register('unitCost')} />
          </Field>
        </>
      )}
      {money !== undefined && money.pricing.taxMode !== 'none' && <RateOfLine form={form} money={money} />}
      <LineTotals form={form} shopId={shopId} money={money} line={line} />
    </div>
  )
}

/** The values of inputs that a discount does not show. */
const ofDiscount: Partial<LineForm> = { quantity: '1', unitCost: '' }

const discountWays = [
  { value: 'amount', label: t.amount() },
  { value: 'percent', label: t.percent() },
] as const

/** What goes off: an amount, or a share of what stands above the line. */
function DiscountFields({ form }: { form: UseFormReturn<LineForm> }) {
  const { errors } = form.formState
  const { currencySign } = useShopFormat()
  const [isPercent, setIsPercent] = useState(() => form.getValues('percent') !== '')
  const choose = (way: (typeof discountWays)[number]['value']): void => {
    setIsPercent(way === 'percent')
    form.setValue('percent', '', { shouldDirty: true })
    form.setValue('unitPrice', way === 'percent' ? '0' : '', { shouldDirty: true })
    form.clearErrors(['percent', 'unitPrice'])
  }
  return (
    <>
      <Segments legend={t.kind.discount()} options={discountWays} value={isPercent ? 'percent' : 'amount'} onChange={choose} />
      {isPercent ? (
        <Field label={labels.percent} required error={errors.percent?.message} hint={t.percentHint()}>
          <TextField numeric inputMode="decimal" autoComplete="off" {...form.register('percent')} />
        </Field>
      ) : (
        <Field label={t.whatGoesOff()} required error={errors.unitPrice?.message}>
          <TextField numeric inputMode="decimal" autoComplete="off" lead={currencySign} {...form.register('unitPrice')} />
        </Field>
      )}
    </>
  )
}

/** The quote as it stands in the order's form beneath; undefined where no order is open. */
type QuoteBeneath = { quotedCost?: string | undefined }

type LineDialogProps = FormDialogRequest &
  QuoteBeneath &
  ({ orderId: string; lineId?: undefined; /** For a new line. */ kind?: LineKind } | { lineId: string; orderId?: undefined })

/** Adds or edits a line of an order, over the order's dialog. */
export function LineDialog(props: LineDialogProps) {
  const { orderId, lineId, quotedCost, ...request } = props
  const opening = useFormOpening(request, lineId === undefined ? lineAddDraftKey(orderId) : `line-edit/${lineId}`)
  const edited = useEditedRow('order_lines', lineId ?? null)
  if (opening === undefined || edited.state === 'loading') return null
  if (orderId !== undefined)
    return <AddLineForm opening={opening} orderId={orderId} kind={'kind' in props ? (props.kind ?? 'part') : 'part'} quotedCost={quotedCost} />
  if (edited.first === undefined)
    return <MissingRow text={t.notFound()} typed={opening.draft && draftToText('order_lines', opening.draft)} onClose={request.onClose} />
  return <EditLineForm opening={opening} first={edited.first} row={edited.row} quotedCost={quotedCost} />
}

/** Shows what is wrong across fields and returns true. */
function reportIssue(form: UseFormReturn<LineForm>, typed: LineForm): boolean {
  const issue = findLineFormIssue(typed)
  for (const field of issue?.fields ?? []) form.setError(field, { message: issue?.message ?? '' }, { shouldFocus: true })
  return issue !== undefined
}

type AddLineProps = QuoteBeneath & { opening: FormOpening; orderId: string; kind: LineKind }

function AddLineForm({ opening, orderId, kind, quotedCost }: AddLineProps) {
  const write = useFormWrite(opening)
  const { form, shell, submit } = useAddForm<LineForm>(opening, { definition: { ...lineForm, empty: newLineForm(kind) } })
  const save = submit(async (typed) => {
    if (reportIssue(form, typed)) return
    const outcome = await runAction({
      run: () =>
        write([
          { action: 'create', collection: 'order_lines', id: opening.refused?.rowIds[0], values: { orderId, ...lineForm.toValues(lineToWritten(typed)) } },
        ]),
      success: t.added(),
      failure: t.addFailed(),
    })
    await shell.finish(outcome)
  })
  return (
    <FormDialog
      title={kind === 'part' ? t.addPart() : kind === 'labour' ? t.addLabour() : t.addLine()}
      size="md"
      shell={shell}
      onSubmit={() => void save()}
      submitText={t.addToOrder()}
    >
      <LineFields
        form={form}
        shopId={opening.shopId}
        orderId={orderId}
        isUndecided={opening.draft === undefined && opening.refused === undefined}
        quotedCost={quotedCost}
      />
    </FormDialog>
  )
}

const valueToText = (form: LineForm, field: LineFormField): string => {
  if (field === 'kind') return kindToText(form.kind)
  if (field === 'productId') return form.productId === '' ? t.value.none() : t.value.another()
  if (field === 'taxRateId') return form.taxRateId === '' ? t.value.none() : t.value.another()
  if (field === 'included') return form.included ? t.value.quote() : t.value.onTop()
  return field === 'fromStock' ? (form.fromStock ? t.value.yes() : t.value.no()) : form[field]
}

type EditLineProps = QuoteBeneath & { opening: FormOpening; first: OrderLine; row: OrderLine | undefined }

function EditLineForm({ opening, first, row, quotedCost }: EditLineProps) {
  const { shopId } = opening
  const device = useDevice()
  const write = useFormWrite(opening)
  const { form, shell, edit, submit } = useEditForm(opening, { definition: lineForm, first, row })
  const [isDeleting, setIsDeleting] = useState(false)
  const save = submit(async (typed) => {
    if (reportIssue(form, typed)) return
    const values = lineForm.toChanges(edit.openedForm, lineToWritten(typed))
    const outcome = await runAction({
      run: () => write([{ action: 'update', collection: 'order_lines', id: first.id, values, seen: edit.opened }]),
      success: t.updated(),
      failure: t.updateFailed(),
    })
    await shell.finish(outcome)
  })
  const remove = async (): Promise<void> => {
    setIsDeleting(true)
    const { run, undo } = prepareDeletion(device, shopId, { collection: 'order_lines', id: first.id, title: first.description })
    const outcome = await runAction({ run, success: { title: t.deleted(), action: undo }, failure: t.deleteFailed() })
    if (outcome.ok) shell.leave()
    else setIsDeleting(false)
  }
  return (
    <FormDialog
      title={t.edit()}
      size="md"
      shell={shell}
      onSubmit={() => void save()}
      submitText={t.update()}
      cannotSubmit={row === undefined}
      news={
        <RowNews
          noun={things.one.order_lines()}
          row={{ collection: 'order_lines', id: first.id }}
          edit={edit}
          changeToText={(stored, field) => fieldToNews(lineForm, field, valueToText(stored, field))}
          readText={() => typedToLines(lineForm, (field) => valueToText(form.getValues(), field))}
        />
      }
    >
      <LineFields form={form} shopId={shopId} orderId={first.orderId} line={first} quotedCost={quotedCost} />
      {row !== undefined && (
        <div className="mt-6 border-t border-line pt-4">
          <Button variant="ghost" className="text-danger-ink hover:bg-danger-soft" busy={isDeleting} onClick={() => void remove()}>
            {t.deleteThis()}
          </Button>
        </div>
      )}
    </FormDialog>
  )
}
