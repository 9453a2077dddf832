import { useState } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { addChecklistItem, saveShopConfig } from '#web/api/admin-api.ts'
import { useChecklistItems } from '#web/device/react/use-answers.ts'
import { useLinkOrigin } from '#web/inputs/shared-origin.tsx'
import { Link } from '#web/navigation/link.tsx'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { useOnlineAction } from '../online/online-work.tsx'

const suggestedChecks = ['Powers on', 'Screen without cracks', 'Liquid damage', 'Charger handed in', 'Passcode noted', 'Data backed up by the customer']

/** Optional steps: data import, a first checklist, and the customer portal. */
export function Records({ shop, shopSettingsPath }: { shop: BootstrapShop; shopSettingsPath: string }) {
  const items = useChecklistItems(shop.id)
  const perform = useOnlineAction()
  const [isBusy, setIsBusy] = useState(false)
  const missing = suggestedChecks.filter((name) => items?.every((item) => item.name !== name))
  const add = async (): Promise<void> => {
    setIsBusy(true)
    await perform({
      run: async () => {
        for (const name of missing) await addChecklistItem(shop.id, name)
      },
      failure: 'The checklist was not added whole',
    })
    setIsBusy(false)
  }
  return (
    <>
      <p className="text-muted">
        Customers, orders and products of another system come in as CSV files: <em>Import and export</em> of your shop in Shop Settings. To start empty, do
        nothing here.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Link to={shopSettingsPath} className={buttonClass()}>
          Import in Shop Settings
        </Link>
        {items?.length === 0 || isBusy ? (
          <Button busy={isBusy} onClick={() => void add()}>
            Add a drop-off checklist
          </Button>
        ) : (
          <span role="status" className="text-muted">
            {items !== undefined && `Drop-off checklist: ${items.length} ${items.length === 1 ? 'item' : 'items'}`}
          </span>
        )}
      </div>
      <CustomersPage shop={shop} />
      {items?.length === 0 && <p className="text-sm text-muted">{suggestedChecks.join(', ')}. Change it in Shop Settings.</p>}
    </>
  )
}

/** The customer portal, which can also be switched in Shop Settings. */
function CustomersPage({ shop }: { shop: BootstrapShop }) {
  const perform = useOnlineAction()
  const origin = useLinkOrigin()
  const [isBusy, setIsBusy] = useState(false)
  const switchOn = async (): Promise<void> => {
    setIsBusy(true)
    await perform({
      run: () => saveShopConfig(shop.id, { orderConfig: { statusColors: shop.config.orderConfig.statusColors }, customerPortal: true }),
      failure: 'The page for customers was not switched on',
    })
    setIsBusy(false)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {shop.config.customerPortal ? (
        <p>
          Your customers see their repairs at <span className="font-semibold wrap-anywhere">{`${origin}/${shop.code}`}</span>
        </p>
      ) : (
        <>
          <Button busy={isBusy} onClick={() => void switchOn()}>
            Switch on the page for customers
          </Button>
          <span className="text-sm text-muted">They look up their repairs there by phone, and you can switch it off in Shop Settings.</span>
        </>
      )}
    </div>
  )
}
