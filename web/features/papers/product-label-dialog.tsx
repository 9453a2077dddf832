import { useState } from 'react'
import { useRow } from '#web/device/react/use-row.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { useShopProfile } from '#web/inputs/use-shop-profile.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { LabelWarning, useLabelFits } from './label-warning.tsx'
import { toLabelSize } from './paper.ts'
import { Paper } from './paper-stack.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { ProductLabel } from './sheets/label-sheets.tsx'
import { t } from './printing-texts.ts'

const copiesMax = 100

export function ProductLabelDialog({ shopId, productId, onClose }: { shopId: string; productId: string; onClose: () => void }) {
  const found = useRow('products', productId)
  const format = useShopFormat()
  const [typed, setTyped] = useState('1')
  const copies = /^[0-9]{1,3}$/.test(typed) ? Math.min(copiesMax, Number(typed)) : 0
  const size = toLabelSize(useShopProfile(shopId))
  const fits = useLabelFits()
  const row = found.state === 'ready' ? found.row : undefined
  const product = row && { name: row.name, sku: row.sku === '' ? null : row.sku, price: row.salePrice }
  const key = [size.key, product?.name, product?.sku].join('/')
  const sheets =
    product === undefined
      ? []
      : Array.from({ length: copies }, (_, place) => (
          <Paper key={place} size={size} place={place}>
            <ProductLabel product={product} size={size} format={format} onFit={(parts) => fits.note(key, parts)} />
          </Paper>
        ))
  return (
    <PreviewDialog
      title={t.productLabel()}
      size={size}
      sheets={found.state === 'loading' ? undefined : sheets}
      emptyText={row === undefined ? t.productNotHere() : t.howMany({ max: copiesMax })}
      onClose={onClose}
      choices={
        <>
          <Field label={t.copies()} className="w-28">
            <TextField data-quantity numeric inputMode="numeric" autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value.trim())} />
          </Field>
          <p className="min-h-11 content-center text-sm text-muted">{size.name}</p>
          {product?.sku === null && <p className="min-h-11 content-center text-sm text-warn-ink">{t.noBarCode()}</p>}
          {copies > 0 && <LabelWarning size={size} missing={[fits.missing.get(key)]} />}
        </>
      }
    />
  )
}
