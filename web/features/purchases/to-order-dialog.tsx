import { ShoppingCart } from 'lucide-react'
import { useMemo, useState } from 'react'
import { v7 } from 'uuid'
import type { OrderLine } from '#schema/collections/work/order-lines.ts'
import { findPartsToBuy, type PartToBuy } from '#schema/rules/inventory/parts-to-buy.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useRowsWith } from '#web/device/react/use-answers.ts'
import { useShopRows } from '#web/device/react/use-device.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { openDialog } from '#web/navigation/dialogs.ts'
import { runAction } from '#web/navigation/notify.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { OrderOfPart } from './order-of-part.tsx'
import { supplyToText } from './supply-words.ts'
import { useOpenPurchases } from './use-purchases.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './purchases-texts.ts'

const waiting = ['to-order', 'ordered'] as const

/** What is to buy over all orders and for the shelf, by supplier, from this device. */
export function ToOrderDialog({ shopId, onClose }: { shopId: string; onClose: () => void }) {
  const lines = useRowsWith('order_lines', shopId, 'supply', waiting)
  const products = useShopRows('products', shopId)
  const suppliers = useShopRows('suppliers', shopId)
  const open = useOpenPurchases(shopId)
  const bought = useMemo(() => new Set(open?.lines.flatMap(({ orderLineId }) => orderLineId ?? [])), [open])
  const toBuy = useMemo(() => {
    if (lines === undefined || products === undefined || open === undefined) return undefined
    const wanted = lines.filter(({ id, supply }) => supply === 'to-order' && !bought.has(id))
    return findPartsToBuy({ lines: wanted, products, onTheWay: open.lines })
  }, [lines, products, open, bought])
  const ordered = useMemo(
    () => Map.groupBy(lines?.filter(({ id, supply }) => supply === 'ordered' || bought.has(id)) ?? [], (line) => line.supplierId),
    [lines, bought],
  )
  const nameOf = (id: string | null): string => suppliers?.find((supplier) => supplier.id === id)?.supplierName ?? t.noSupplier()
  const groups = [...new Set([...(toBuy?.keys() ?? []), ...ordered.keys()])].toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)))
  return (
    <Dialog
      open
      size="md"
      title={t.toOrderTitle()}
      description={t.toOrderText()}
      onCloseRequest={onClose}
      initialFocus={() => null}
      footer={
        <>
          <Button onClick={onClose}>{common.close()}</Button>
          <Button onClick={() => openDialog({ kind: 'purchases' })}>{t.title()}</Button>
        </>
      }
    >
      {toBuy === undefined ? (
        <p role="status" className="text-muted">
          {t.readingParts()}
        </p>
      ) : groups.length === 0 ? (
        <EmptyState icon={<ShoppingCart />} title={t.nothingToOrder()} text={t.nothingToOrderText()} />
      ) : (
        groups.map((supplierId) => (
          <SupplierGroup
            key={supplierId ?? ''}
            shopId={shopId}
            supplierId={supplierId}
            name={nameOf(supplierId)}
            parts={toBuy.get(supplierId) ?? []}
            ordered={ordered.get(supplierId) ?? []}
          />
        ))
      )}
    </Dialog>
  )
}

type GroupProps = { shopId: string; supplierId: string | null; name: string; parts: readonly PartToBuy[]; ordered: readonly OrderLine[] }

function SupplierGroup({ shopId, supplierId, name, parts, ordered }: GroupProps) {
  const device = useDevice()
  const format = useShopFormat()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = parts.filter(({ key }) => !left.has(key))
  const toggle = (key: string): void => setLeft((before) => (before.has(key) ? new Set([...before].filter((one) => one !== key)) : new Set([...before, key])))
  const buy = async (): Promise<void> => {
    const purchaseId = v7()
    const outcome = await runAction({
      run: () =>
        device.write(shopId, [
          { action: 'create', collection: 'purchases', id: purchaseId, values: { supplierId } },
          ...chosen.map(({ productId, description, quantity, unitCost, line }) => ({
            action: 'create' as const,
            collection: 'purchase_lines' as const,
            values: { purchaseId, productId, description, quantity, unitCost, orderLineId: line?.id ?? null },
          })),
        ]),
      failure: t.makeFailed(),
    })
    if (outcome.ok) openDialog({ kind: 'purchase', purchaseId })
  }
  return (
    <section aria-label={name} className="mb-6">
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-2 border-b border-line pb-2">
        <h3 className="font-semibold wrap-anywhere">{name}</h3>
        {parts.length > 0 && (
          <Button disabled={chosen.length === 0} onClick={() => void buy()}>
            {t.makePurchase({ count: chosen.length })}
          </Button>
        )}
      </header>
      <ul>
        {parts.map((part) => (
          <li key={part.key} className="flex flex-wrap items-center gap-x-3 border-b border-line py-1">
            <Checkbox
              className="min-w-40 flex-1"
              label={`${part.quantity} × ${part.description}`}
              hint={part.line === null ? t.forShelf() : undefined}
              checked={!left.has(part.key)}
              onChange={() => toggle(part.key)}
            />
            {part.line !== null && <OrderOfPart shopId={shopId} orderId={part.line.orderId} />}
          </li>
        ))}
        {ordered.map((line) => (
          <li key={line.id} className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-line">
            <span className="min-w-40 flex-1 wrap-anywhere">
              {line.description}
              <span className="block text-sm text-muted">{line.supply === 'ordered' ? supplyToText(line, format) : t.inUnsent()}</span>
            </span>
            <OrderOfPart shopId={shopId} orderId={line.orderId} />
          </li>
        ))}
      </ul>
    </section>
  )
}
