import { Mail, Printer } from 'lucide-react'
import { type FormEvent, useMemo, useState } from 'react'
import type { PurchaseLine } from '#schema/collections/stock/purchase-lines.ts'
import type { Purchase } from '#schema/collections/stock/purchases.ts'
import { findByCode } from '#schema/rules/inventory/product-codes.ts'
import { toPrintedTicket } from '#schema/rules/orders/ticket.ts'
import { dayToInstantRange } from '#schema/rules/text/calendar.ts'
import type { PurchaseState } from '#schema/values/stock/supply-states.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useRowsWith } from '#web/device/react/use-answers.ts'
import { useBootstrap, useShopRows } from '#web/device/react/use-device.ts'
import { useRow } from '#web/device/react/use-row.ts'
import type { OpInput } from '#web/device/rows/op-input.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { useTicketPrefix } from '#web/inputs/ticket.tsx'
import { laterDialog } from '#web/navigation/later.tsx'
import { notifyFailure, runAction, type ToastText } from '#web/navigation/notify.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { DateField } from '#web/ui/controls/date-field.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { Chip } from '#web/ui/layout/badge.tsx'
import { ConfirmRow } from '#web/ui/overlays/confirm-row.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { PurchaseLineItem } from './purchase-line-item.tsx'
import { purchaseToText, toReceiveOp, toStateOps } from './purchase-writes.ts'
import { purchaseStateTexts } from './supply-words.ts'
import { useLinesOfOrders } from './use-purchases.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './purchases-texts.ts'

const PurchasePaperDialog = laterDialog(async () => (await import('./purchase-paper-dialog.tsx')).PurchasePaperDialog)

type PurchaseDialogProps = { shopId: string; purchaseId: string; onClose: () => void }

export function PurchaseDialog(props: PurchaseDialogProps) {
  const found = useRow('purchases', props.purchaseId)
  const lines = useRowsWith('purchase_lines', props.shopId, 'purchaseId', [props.purchaseId])
  if (found.state === 'loading' || lines === undefined) return null
  if (found.row !== undefined) return <OpenPurchase {...props} purchase={found.row} lines={lines.toSorted(byTime)} />
  return (
    <Dialog open size="sm" title={t.notFound()} onCloseRequest={props.onClose} footer={<Button onClick={props.onClose}>{common.close()}</Button>}>
      <p>{t.notFoundText()}</p>
    </Dialog>
  )
}

const byTime = (one: PurchaseLine, other: PurchaseLine): number =>
  one.createdAt === other.createdAt ? (one.id < other.id ? -1 : 1) : one.createdAt < other.createdAt ? -1 : 1

type OpenPurchaseProps = PurchaseDialogProps & { purchase: Purchase; lines: readonly PurchaseLine[] }

function OpenPurchase({ shopId, purchase, lines, onClose }: OpenPurchaseProps) {
  const device = useDevice()
  const { timeZone } = useShopFormat()
  const prefix = useTicketPrefix(shopId)
  const shop = useBootstrap()?.shops.find(({ id }) => id === shopId)
  const suppliers = useShopRows('suppliers', shopId)
  const products = useShopRows('products', shopId)
  const productById = useMemo(() => new Map(products?.map((product) => [product.id, product])), [products])
  const lineIds = useMemo(() => lines.flatMap(({ orderLineId }) => orderLineId ?? []), [lines])
  const ofOrders = useLinesOfOrders(shopId, lineIds)
  const [typed, setTyped] = useState('')
  const [expected, setExpected] = useState('')
  const [isPrinting, setIsPrinting] = useState(false)
  const supplier = suppliers?.find(({ id }) => id === purchase.supplierId)
  const nameOf = (line: PurchaseLine): string => line.description ?? productById.get(line.productId ?? '')?.name ?? t.unknownProduct()
  const skuOf = (line: PurchaseLine): string | null => productById.get(line.productId ?? '')?.supplierSku ?? null
  const isDraft = purchase.state === 'draft'
  const received = lines.reduce((sum, line) => sum + line.received, 0)
  const write = (ops: readonly OpInput[], success?: ToastText) => runAction({ run: () => device.write(shopId, ops), success, failure: t.updateFailed() })
  const change = (values: Partial<Pick<Purchase, 'supplierId' | 'reference' | 'note'>>) =>
    void write([{ action: 'update', collection: 'purchases', id: purchase.id, values, seen: purchase }])
  const setState = (state: PurchaseState): void => {
    const expectedAt = expected === '' ? null : dayToInstantRange(expected, expected, timeZone).fromInstant
    const waiting = [...ofOrders.values()].map(({ line }) => line)
    void write(toStateOps(purchase, state, waiting, expectedAt), state === 'sent' ? t.wasSent() : t.wasCancelled())
  }
  /** A draft takes what is scanned, a sent purchase receives it. */
  const take = (event: FormEvent): void => {
    event.preventDefault()
    const text = typed.trim()
    if (text === '') return
    const product = findByCode(products ?? [], text)
    setTyped('')
    if (isDraft) {
      const values = {
        purchaseId: purchase.id,
        productId: product?.id ?? null,
        description: product?.name ?? text,
        quantity: 1,
        unitCost: product?.costPrice ?? null,
      }
      return void write([{ action: 'create', collection: 'purchase_lines', values }])
    }
    const line = lines.find((one) => one.productId !== null && one.productId === product?.id && one.received < one.quantity)
    if (line !== undefined) {
      const order = ofOrders.get(line.orderLineId ?? '')?.order
      const pieces = { received: line.received + 1, all: line.quantity }
      const description = order === undefined ? t.receivedOf(pieces) : t.receivedOfFor({ ...pieces, ticket: toPrintedTicket(order, prefix) })
      return void write([toReceiveOp(line, 1)], { title: nameOf(line), description })
    }
    notifyFailure(t.nothingReceived(), product === undefined ? t.unknownCode({ code: text }) : t.noMore({ name: product.name }))
  }
  const remove = async (): Promise<void> => {
    const { ok } = await runAction({
      run: () => device.write(shopId, [{ action: 'delete', collection: 'purchases', id: purchase.id }]),
      success: {
        title: t.deleted(),
        action: { label: common.undo(), onPress: () => void write([{ action: 'restore', collection: 'purchases', id: purchase.id }]) },
      },
      failure: t.deleteFailed(),
    })
    if (ok) onClose()
  }
  const text = (): string => purchaseToText(purchase, lines, { nameOf, skuOf, shopName: shop?.name ?? '' })
  return (
    <>
      <Dialog
        open
        size="md"
        title={purchase.reference === null ? t.purchase() : t.purchaseNamed({ reference: purchase.reference })}
        headerAside={<Chip>{purchaseStateTexts[purchase.state]}</Chip>}
        onCloseRequest={onClose}
        initialFocus={() => document.querySelector<HTMLElement>('[data-scan-field]')}
        footer={
          <>
            <Button onClick={onClose}>{common.close()}</Button>
            <Button disabled={lines.length === 0} onClick={() => setIsPrinting(true)}>
              <Printer aria-hidden="true" />
              {common.print()}
            </Button>
            {isDraft && (
              <Button variant="primary" disabled={lines.length === 0} onClick={() => setState('sent')}>
                {t.markSent()}
              </Button>
            )}
          </>
        }
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t.supplier()}>
            <Select
              placeholder={t.notKnown()}
              value={purchase.supplierId ?? ''}
              options={(suppliers ?? []).map(({ id, supplierName }) => ({ value: id, label: supplierName })).toSorted((a, b) => a.label.localeCompare(b.label))}
              onChange={({ target }) => change({ supplierId: target.value || null })}
            />
          </Field>
          <Saved label={t.reference()} max={200} value={purchase.reference} onSave={(reference) => change({ reference })} />
          <Saved label={t.note()} value={purchase.note} onSave={(note) => change({ note })} />
          {isDraft && (
            <Field label={t.expectedOn()}>
              <DateField value={expected} onChange={({ target }) => setExpected(target.value)} />
            </Field>
          )}
        </div>
        {purchase.state !== 'cancelled' && purchase.state !== 'received' && (
          <form className="mt-5" onSubmit={take}>
            <Field label={isDraft ? t.addPart() : t.receive()} hint={isDraft ? t.addHint() : t.receiveHint()}>
              <TextField data-scan-field autoComplete="off" autoCapitalize="none" value={typed} onChange={({ target }) => setTyped(target.value)} />
            </Field>
          </form>
        )}
        {lines.length === 0 && <p className="mt-4 text-muted">{t.noParts()}</p>}
        <ul aria-label={t.parts()} className="mt-3">
          {lines.map((line) => (
            <PurchaseLineItem
              key={line.id}
              shopId={shopId}
              line={line}
              name={nameOf(line)}
              state={purchase.state}
              ofOrder={ofOrders.get(line.orderLineId ?? '')}
              onWrite={(op) => void write([op])}
            />
          ))}
        </ul>
        <div className="mt-5 flex flex-wrap gap-2 border-t border-line pt-4">
          <CopyButton readText={text}>{t.copyText()}</CopyButton>
          {supplier?.email != null && (
            <a
              className={buttonClass()}
              href={`mailto:${supplier.email}?subject=${encodeURIComponent(purchase.reference === null ? t.order() : t.orderNamed({ reference: purchase.reference }))}&body=${encodeURIComponent(text())}`}
            >
              <Mail aria-hidden="true" />
              {t.writeEmail()}
            </a>
          )}
          {purchase.state === 'sent' && <ConfirmRow label={t.cancelPurchase()} question={t.cancelQuestion()} onConfirm={() => setState('cancelled')} />}
          {isDraft && received === 0 && <ConfirmRow label={common.delete()} question={t.deleteQuestion()} onConfirm={() => void remove()} />}
        </div>
      </Dialog>
      {isPrinting && (
        <PurchasePaperDialog
          shopId={shopId}
          purchase={purchase}
          lines={lines}
          supplier={supplier}
          productById={productById}
          onClose={() => setIsPrinting(false)}
        />
      )}
    </>
  )
}

/** A text that is saved when it is left. */
function Saved({ label, max, value, onSave }: { label: string; max?: number; value: string | null; onSave: (text: string | null) => void }) {
  return (
    <Field label={label}>
      <TextField
        key={value}
        autoComplete="off"
        maxLength={max}
        defaultValue={value ?? ''}
        onBlur={({ target }) => {
          const text = target.value.trim() || null
          if (text !== value) onSave(text)
        }}
      />
    </Field>
  )
}
