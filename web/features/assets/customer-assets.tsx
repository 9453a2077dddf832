import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { assetToChoice } from '#schema/values/assets/asset-title.ts'
import { useAssetsOfCustomer } from '#web/device/react/use-answers.ts'
import { CsvButton, type CsvTable } from '#web/list-kit/csv-button.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import type { Asset } from '#schema/collections/work/assets.ts'
import { AssetDialog } from './asset-dialog.tsx'
import { common } from '#web/language/common-texts.ts'
import { t } from './assets-texts.ts'
import { deviceKindToText } from '#web/language/set-names-texts.ts'

export function CustomerAssets({ shopId, customerId }: { shopId: string; customerId: string }) {
  const assets = useAssetsOfCustomer(shopId, customerId)
  const [asked, setAsked] = useState<{ assetId: string } | { customerId: string } | null>(null)
  return (
    <section aria-labelledby="customer-assets" className="mt-6">
      <div className="flex items-center justify-between gap-2">
        <h3 id="customer-assets" className="text-base font-semibold">
          {t.devices()}
        </h3>
        <span className="flex flex-wrap items-center gap-2">
          {assets !== undefined && assets.length > 0 && <CsvButton shopId={shopId} what={t.devices()} read={() => assetsToTable(assets)} />}
          <Button variant="ghost" onClick={() => setAsked({ customerId })}>
            <Plus aria-hidden="true" />
            {t.addDevice()}
          </Button>
        </span>
      </div>
      {assets?.length === 0 && <p className="text-sm text-muted">{t.none()}</p>}
      <ul className="flex flex-col">
        {assets?.map((asset) => (
          <li key={asset.id}>
            <Button variant="ghost" className="w-full min-w-0 justify-between" onClick={() => setAsked({ assetId: asset.id })}>
              <span className="truncate">{assetToChoice(asset, deviceKindToText)}</span>
              <Pencil aria-label={common.edit()} />
            </Button>
          </li>
        ))}
      </ul>
      {asked !== null && <AssetDialog {...asked} shopId={shopId} onClose={() => setAsked(null)} />}
    </section>
  )
}

export const assetsToTable = (assets: readonly Asset[]): CsvTable => ({
  header: ['Kind', 'Brand', 'Model', 'Serial number', 'IMEI', 'Color', 'Notes'],
  rows: assets.map(({ kind, brand, model, serial, imei, color, notes }) => [kind, brand, model, serial, imei, color, notes]),
})
