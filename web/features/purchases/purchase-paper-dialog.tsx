import { useMemo, useState } from 'react'
import type { Product } from '#schema/collections/stock/products.ts'
import type { PurchaseLine } from '#schema/collections/stock/purchase-lines.ts'
import type { Purchase } from '#schema/collections/stock/purchases.ts'
import type { Supplier } from '#schema/collections/stock/suppliers.ts'
import { localDay } from '#schema/rules/text/calendar.ts'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { useShopLogo } from '#web/device/react/use-shop-logo.ts'
import { sizeByReceiptPaper } from '#web/features/papers/paper.ts'
import { Paper } from '#web/features/papers/paper-stack.tsx'
import { PreviewDialog } from '#web/features/papers/preview-dialog.tsx'
import { toPaperShop } from '#web/features/papers/read-papers.ts'
import { PurchaseSheet } from '#web/features/papers/sheets/purchase-sheet.tsx'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { useShopProfile } from '#web/inputs/use-shop-profile.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { t } from './purchases-texts.ts'

type PurchasePaperProps = {
  shopId: string
  purchase: Purchase
  lines: readonly PurchaseLine[]
  supplier: Supplier | undefined
  productById: ReadonlyMap<string, Product>
  onClose: () => void
}

export function PurchasePaperDialog({ shopId, purchase, lines, supplier, productById, onClose }: PurchasePaperProps) {
  const format = useShopFormat()
  const shop = useBootstrap()?.shops.find(({ id }) => id === shopId)
  const logo = useShopLogo(shopId)
  const { receiptPaper } = useShopProfile(shopId)
  const [sizeKey, setSizeKey] = useState<string>(receiptPaper)
  const [today] = useState(() => localDay(correctedNow().toISOString(), format.timeZone))
  const sizes = Object.values(sizeByReceiptPaper)
  const size = sizes.find(({ key }) => key === sizeKey) ?? sizeByReceiptPaper.A4
  const paperShop = useMemo(() => (shop === undefined ? undefined : toPaperShop(shop, logo)), [shop, logo])
  const title = purchase.reference === null ? t.purchaseOrder() : t.purchaseOrderNamed({ reference: purchase.reference })
  const items = lines.map(({ id, description, productId, quantity }) => {
    const product = productById.get(productId ?? '')
    return { id, name: description ?? product?.name ?? t.unknownProduct(), sku: product?.supplierSku ?? null, quantity }
  })
  const supplierLines = supplier === undefined ? [] : [supplier.supplierName, ...(supplier.address ?? '').split('\n')].filter((line) => line.trim() !== '')
  return (
    <PreviewDialog
      title={title}
      size={size}
      sheets={
        paperShop && [
          <Paper key={purchase.id} size={size} place={0}>
            <PurchaseSheet shop={paperShop} title={title} day={format.day(today)} supplierLines={supplierLines} note={purchase.note} items={items} />
          </Paper>,
        ]
      }
      emptyText={t.nothingToPrint()}
      onClose={onClose}
      choices={
        <Field label={t.size()} className="w-48">
          <Select value={size.key} onChange={({ target }) => setSizeKey(target.value)} options={sizes.map(({ key, name }) => ({ value: key, label: name }))} />
        </Field>
      }
    />
  )
}
