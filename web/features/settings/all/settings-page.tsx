import { Lock } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { shopToProfile } from '#schema/rules/shop/profile.ts'
import { rememberShop, useRememberedShop } from '#web/navigation/last-shop.ts'
import { laterView } from '#web/navigation/later.tsx'
import { useAuth } from '#web/session/session.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { cn } from '#web/ui/cn.ts'
import { Select } from '#web/ui/controls/select.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { OfflineNotice } from '../online/online-work.tsx'
import { WithSettingsList } from './settings-list.tsx'
import { listPermittedParts, settingsParts, type SettingsPart, type SettingsPartId } from './settings-parts.ts'
import { settings } from './settings-texts.ts'

const ShopDetails = laterView(async () => (await import('../details/shop-details-dialog.tsx')).ShopDetails)
const LogoField = laterView(async () => (await import('../details/logo-field.tsx')).LogoField)
const Taxes = laterView(async () => (await import('../taxes/taxes-dialog.tsx')).Taxes)
const PriceList = laterView(async () => (await import('../prices/price-list.tsx')).PriceList)
const OrderConfig = laterView(async () => (await import('../shops/order-config-dialog.tsx')).OrderConfig)
const ListsOfTests = laterView(async () => (await import('../shops/lists-of-tests.tsx')).ListsOfTests)
const MessageRules = laterView(async () => (await import('../messages/messages-dialog.tsx')).MessageRules)
const Tables = laterView(async () => (await import('../tables/tables-dialog.tsx')).Tables)
const Webhooks = laterView(async () => (await import('../webhooks/webhooks-dialog.tsx')).Webhooks)
const ApiTokens = laterView(async () => (await import('../profile/api-tokens.tsx')).ApiTokens)
const Team = laterView(async () => (await import('./team.tsx')).Team)
const Administration = laterView(async () => (await import('./administration-part.tsx')).AdministrationPart)

/** One entry of Settings with its list. `part`: of the address; 'all' and an unknown one show the first. */
export function SettingsPage({ part, shops }: { part: string; shops: readonly BootstrapShop[] }) {
  const { hasPrivilege } = useAuth()
  const permitted = listPermittedParts(hasPrivilege)
  const asked: SettingsPart | undefined = settingsParts.find(({ id }) => id === part)
  const shown = asked ?? permitted[0]
  const isList = asked === undefined
  return (
    <section aria-label={settings.settings()} className="md:grid md:min-h-full">
      <WithSettingsList shown={shown?.id} isList={isList}>
        {shown !== undefined && (
          <Entry key={shown.id} entry={shown} isFocused={!isList} isPermitted={permitted.includes(shown)} shops={shops}>
            {(shop) => <Content id={shown.id} shop={shop} />}
          </Entry>
        )}
      </WithSettingsList>
    </section>
  )
}

const ofShop: ReadonlySet<SettingsPartId> = new Set(['shop', 'taxes', 'prices', 'papers', 'statuses', 'messages', 'customer-page', 'import', 'webhooks'])

type EntryProps = {
  entry: SettingsPart
  isFocused: boolean
  isPermitted: boolean
  shops: readonly BootstrapShop[]
  children: (shop: BootstrapShop | undefined) => ReactNode
}

function Entry({ entry, isFocused, isPermitted, shops, children }: EntryProps) {
  const shop = useRememberedShop(shops)
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed link of the list is gone on a phone, and Tab goes on from here.
  useEffect(() => {
    if (isFocused) heading.current?.focus({ preventScroll: true })
  }, [isFocused])
  const needsShop = ofShop.has(entry.id)
  return (
    <div className="px-4 pt-3 pb-8 lg:px-6">
      <div className="flex flex-wrap items-center justify-between gap-3 pb-3">
        <h1 ref={heading} tabIndex={-1} className="flex min-h-11 items-center text-xl font-semibold outline-none">
          {entry.label}
        </h1>
        {needsShop && shops.length > 1 && shop !== undefined && (
          <Field label={settings.shop()} labelHidden className="w-60 max-w-full">
            <Select options={shops.map(({ id, name }) => ({ value: id, label: name }))} value={shop.id} onChange={({ target }) => rememberShop(target.value)} />
          </Field>
        )}
      </div>
      {!isPermitted ? (
        <EmptyState icon={<Lock />} title={settings.mayNot()} text={settings.mayNotText()} />
      ) : needsShop && shop === undefined ? (
        <EmptyState title={settings.noShops()} text={settings.noShopsText()} />
      ) : (
        <>
          <OfflineNotice className="mb-4" />
          {children(shop)}
        </>
      )}
    </div>
  )
}

function Content({ id, shop }: { id: SettingsPartId; shop: BootstrapShop | undefined }) {
  if (id === 'team') return <Team />
  if (id === 'backups') return <Administration ids={['backups']} isUntitled />
  if (id === 'companies') return <Administration ids={['create-entity', 'edit-entity', 'entity-management', 'my-entities', 'mappings']} isFoldedForOne />
  return shop === undefined ? null : <OfShop key={shop.id} id={id} shop={shop} />
}

function OfShop({ id, shop }: { id: SettingsPartId; shop: BootstrapShop }) {
  const { hasPrivilege } = useAuth()
  const maySetDetails = hasPrivilege('view_shop_setting')
  switch (id) {
    case 'shop':
      return (
        <Wide>
          <LogoField shopId={shop.id} logo={shopToProfile(shop).logo} />
          <ShopDetails shop={shop} groups={['address', 'contact', 'counter']} />
          <div className="mt-8 border-t border-line pt-4">
            <OrderConfig shop={shop} parts={['offline']} />
          </div>
        </Wide>
      )
    case 'taxes':
      return (
        <Wide>
          <Taxes shop={shop} />
          {maySetDetails && <ShopDetails shop={shop} groups={['money', 'payment']} />}
        </Wide>
      )
    case 'prices':
      return (
        <Wide>
          <PriceList shop={shop} />
        </Wide>
      )
    case 'papers':
      return (
        // The first group has no line below the page's title.
        <Wide className="[&_section:first-of-type]:mt-0 [&_section:first-of-type]:border-t-0 [&_section:first-of-type]:pt-1">
          <ShopDetails shop={shop} groups={['papers', 'invoices']} />
        </Wide>
      )
    case 'statuses':
      return (
        <Wide>
          <OrderConfig shop={shop} parts={['colors', 'checklist']} />
          <ListsOfTests shopId={shop.id} />
        </Wide>
      )
    case 'messages':
      return (
        <Wide>
          <MessageRules shop={shop} />
        </Wide>
      )
    case 'customer-page':
      return (
        <Wide>
          <OrderConfig shop={shop} parts={['portal']} />
        </Wide>
      )
    case 'import':
      return <ImportAndExport shop={shop} />
    default:
      return (
        <div>
          {maySetDetails && <Webhooks shopId={shop.id} />}
          <ApiTokens />
        </div>
      )
  }
}

const Wide = ({ className, children }: { className?: string; children: ReactNode }) => <div className={cn('max-w-320', className)}>{children}</div>

function ImportAndExport({ shop }: { shop: BootstrapShop }) {
  const [isBusy, setIsBusy] = useState(false)
  return (
    <>
      <p role="status" className="text-sm text-muted">
        {isBusy && settings.underWay()}
      </p>
      <Tables shop={shop} onBusy={setIsBusy} />
    </>
  )
}
