import { useMemo, useState } from 'react'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { useShopLogo } from '#web/device/react/use-shop-logo.ts'
import { sizeByReceiptPaper } from '#web/features/papers/paper.ts'
import { Paper } from '#web/features/papers/paper-stack.tsx'
import { PreviewDialog } from '#web/features/papers/preview-dialog.tsx'
import { toPaperShop } from '#web/features/papers/read-papers.ts'
import { TillSheet } from '#web/features/papers/sheets/till-sheet.tsx'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { useClosedTills } from '#web/inputs/use-closed-tills.ts'
import { useShopProfile } from '#web/inputs/use-shop-profile.ts'
import { t } from './till-count-texts.ts'

/** The paper of a closed till. */
export function TillPrint({ shopId, tillId, onClose }: { shopId: string; tillId: string; onClose: () => void }) {
  const format = useShopFormat()
  const shop = useBootstrap()?.shops.find(({ id }) => id === shopId)
  const logo = useShopLogo(shopId)
  const { receiptPaper } = useShopProfile(shopId)
  const size = Object.values(sizeByReceiptPaper).find(({ key }) => key === receiptPaper) ?? sizeByReceiptPaper.A4
  const [printedAt] = useState(() => correctedNow().toISOString())
  const tills = useClosedTills(shopId, ({ id }) => id === tillId)
  const paperShop = useMemo(() => (shop === undefined ? undefined : toPaperShop(shop, logo)), [shop, logo])
  return (
    <PreviewDialog
      title={t.till()}
      size={size}
      choices={null}
      sheets={
        paperShop &&
        tills?.map((till) => (
          <Paper key={till.id} size={size} place={0}>
            <TillSheet shop={paperShop} till={till} format={format} printedAt={printedAt} />
          </Paper>
        ))
      }
      emptyText={t.notHere()}
      onClose={onClose}
    />
  )
}
