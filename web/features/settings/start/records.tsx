import { useState } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { addChecklistItem } from '#web/api/admin-api.ts'
import { useChecklistItems } from '#web/device/react/use-answers.ts'
import { Link } from '#web/navigation/link.tsx'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { useOnlineAction } from '../online/online-work.tsx'

/** What most shops look at when a device comes in. */
const suggestedChecks = ['Powers on', 'Screen without cracks', 'Liquid damage', 'Charger handed in', 'Passcode noted', 'Data backed up by the customer']

/** Import of what another system has, and a checklist to begin with; either may be left out. */
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
      {items?.length === 0 && <p className="text-sm text-muted">{suggestedChecks.join(', ')}. Change it in Shop Settings.</p>}
    </>
  )
}
