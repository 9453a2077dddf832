import { useState } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { addChecklistItem, saveShopConfig } from '#web/api/admin-api.ts'
import { useChecklistItems } from '#web/device/react/use-answers.ts'
import { useLinkOrigin } from '#web/inputs/shared-origin.tsx'
import { Link } from '#web/navigation/link.tsx'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { useOnlineAction } from '../online/online-work.tsx'
import { t } from './start-texts.ts'

const suggestedChecks = [t.check.powersOn(), t.check.screen(), t.check.liquid(), t.check.charger(), t.check.passcode(), t.check.backup()]

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
      failure: t.checklistNotAdded(),
    })
    setIsBusy(false)
  }
  return (
    <>
      <p className="text-muted">{t.recordsText({ part: t.importAndExport() })}</p>
      <div className="flex flex-wrap items-center gap-3">
        <Link to={shopSettingsPath} className={buttonClass()}>
          {t.importThere()}
        </Link>
        {items?.length === 0 || isBusy ? (
          <Button busy={isBusy} onClick={() => void add()}>
            {t.addChecklist()}
          </Button>
        ) : (
          <span role="status" className="text-muted">
            {items !== undefined && t.checklistItems({ count: items.length })}
          </span>
        )}
      </div>
      <CustomersPage shop={shop} />
      {items?.length === 0 && <p className="text-sm text-muted">{t.checklistSuggested({ items: suggestedChecks.join(', ') })}</p>}
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
      failure: t.portalFailed(),
    })
    setIsBusy(false)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {shop.config.customerPortal ? (
        <p className="wrap-anywhere">{t.portalOn({ address: `${origin}/${shop.code}` })}</p>
      ) : (
        <>
          <Button busy={isBusy} onClick={() => void switchOn()}>
            {t.portalSwitchOn()}
          </Button>
          <span className="text-sm text-muted">{t.portalText()}</span>
        </>
      )}
    </div>
  )
}
