import { ArrowDownUp, MessageSquare, Percent, ReceiptText, Settings2, Store, Webhook } from 'lucide-react'
import { useState } from 'react'
import { Link } from '#web/navigation/link.tsx'
import { useLocation } from '#web/navigation/navigate.ts'
import type { BootstrapShop, SessionUser } from '#schema/api/sync.ts'
import { useAuth } from '#web/session/session.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { ShopDetailsDialog } from '../details/shop-details-dialog.tsx'
import { MessagesDialog } from '../messages/messages-dialog.tsx'
import { OnlineWork } from '../online/online-work.tsx'
import { laterDialog } from '#web/navigation/later.tsx'
import { SettingsPage } from '../all/settings-page.tsx'
import { WithSettingsList } from '../all/settings-list.tsx'
import { readPart } from '../all/settings-parts.ts'
import { WebhooksDialog } from '../webhooks/later.ts'
import { OrderConfigDialog } from './order-config-dialog.tsx'
import { fallbackShopColor } from './shop-color.ts'
import { common } from '#web/language/common-texts.ts'
import { settings } from '../all/settings-texts.ts'

const TablesDialog = laterDialog(async () => (await import('../tables/tables-dialog.tsx')).TablesDialog)
const TaxesDialog = laterDialog(async () => (await import('../taxes/taxes-dialog.tsx')).TaxesDialog)

type ShopSettingsPageProps = { user: SessionUser | null; shops: readonly BootstrapShop[]; shopToPath: (shopId: string) => string }

/** Settings, where the address names an entry of their list; else the documented page. */
export function ShopSettingsPage(props: ShopSettingsPageProps) {
  const part = readPart(useLocation().search)
  return (
    <OnlineWork>
      {part === undefined ? (
        <WithSettingsList>
          <AssignedShops {...props} />
        </WithSettingsList>
      ) : (
        <SettingsPage part={part} shops={props.shops} />
      )}
    </OnlineWork>
  )
}

/** The signed-in user and their shops, live from this device. */
function AssignedShops({ user, shops, shopToPath }: ShopSettingsPageProps) {
  const [configuredId, setConfiguredId] = useState<string>()
  const configured = shops.find(({ id }) => id === configuredId)
  const [detailedId, setDetailedId] = useState<string>()
  const detailed = shops.find(({ id }) => id === detailedId)
  const [tabledId, setTabledId] = useState<string>()
  const tabled = shops.find(({ id }) => id === tabledId)
  const [hookedId, setHookedId] = useState<string>()
  const hooked = shops.find(({ id }) => id === hookedId)
  const [toldId, setToldId] = useState<string>()
  const told = shops.find(({ id }) => id === toldId)
  const [taxedId, setTaxedId] = useState<string>()
  const taxed = shops.find(({ id }) => id === taxedId)
  const maySetDetails = useAuth().hasPrivilege('view_shop_setting')
  return (
    <>
      <section aria-label={settings.own.title()}>
        <PageHeader title={settings.own.title()} />
        <div className="flex flex-col gap-7 px-4 pb-8">
          <div className="max-w-160">
            <h2 className="pb-2 text-lg font-semibold">{settings.own.user()}</h2>
            <Facts
              facts={[
                { label: common.name(), value: user?.name },
                { label: common.email(), value: user?.email },
              ]}
            />
          </div>
          <div>
            <h2 className="flex items-center gap-2 pb-2 text-lg font-semibold">
              {settings.own.shops()}
              <span className="rounded-full bg-sunken px-2.5 py-0.5 text-sm font-normal text-muted tabular-nums">
                {settings.own.countShops({ count: shops.length })}
              </span>
            </h2>
            {shops.length === 0 ? (
              <EmptyState icon={<Store />} title={settings.noShops()} text={settings.noShopsText()} />
            ) : (
              <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
                {shops.map((shop) => (
                  <ShopCard
                    key={shop.id}
                    shop={shop}
                    path={shopToPath(shop.id)}
                    onConfigure={() => setConfiguredId(shop.id)}
                    onDetails={maySetDetails ? () => setDetailedId(shop.id) : undefined}
                    onTaxes={() => setTaxedId(shop.id)}
                    onTables={maySetDetails ? () => setTabledId(shop.id) : undefined}
                    onMessages={maySetDetails ? () => setToldId(shop.id) : undefined}
                    onWebhooks={maySetDetails ? () => setHookedId(shop.id) : undefined}
                  />
                ))}
              </ul>
            )}
          </div>
        </div>
      </section>
      {detailed !== undefined && <ShopDetailsDialog key={detailed.id} shop={detailed} onClose={() => setDetailedId(undefined)} />}
      {taxed !== undefined && <TaxesDialog key={taxed.id} shop={taxed} onClose={() => setTaxedId(undefined)} />}
      {tabled !== undefined && <TablesDialog key={tabled.id} shop={tabled} onClose={() => setTabledId(undefined)} />}
      {told !== undefined && <MessagesDialog key={told.id} shop={told} onClose={() => setToldId(undefined)} />}
      {hooked !== undefined && <WebhooksDialog key={hooked.id} shop={hooked} onClose={() => setHookedId(undefined)} />}
      {configured !== undefined && <OrderConfigDialog key={configured.id} shop={configured} onClose={() => setConfiguredId(undefined)} />}
    </>
  )
}

type ShopCardProps = {
  shop: BootstrapShop
  path: string
  onConfigure: () => void
  onDetails: (() => void) | undefined
  onTaxes: () => void
  onTables: (() => void) | undefined
  onMessages: (() => void) | undefined
  onWebhooks: (() => void) | undefined
}

function ShopCard({ shop, path, onConfigure, onDetails, onTaxes, onTables, onMessages, onWebhooks }: ShopCardProps) {
  return (
    <li className="flex flex-col gap-1 rounded-md border border-line bg-surface p-4">
      <h3 className="flex items-center gap-2 font-semibold">
        <span aria-hidden="true" className="size-3 shrink-0 rounded-full" style={{ backgroundColor: shop.color ?? fallbackShopColor }} />
        {shop.name}
      </h3>
      <p className="text-sm text-muted">{settings.own.code({ code: shop.code })}</p>
      {shop.description !== null && <p>{shop.description}</p>}
      <p className="text-sm break-all text-muted">{settings.own.shopId({ id: shop.id })}</p>
      <span className="mt-auto flex flex-wrap gap-2 pt-2">
        <Link to={path} className={buttonClass()}>
          {settings.own.access()}
        </Link>
        <Button onClick={onConfigure}>
          <Settings2 aria-hidden="true" />
          {settings.own.config()}
        </Button>
        {onDetails && (
          <Button onClick={onDetails}>
            <ReceiptText aria-hidden="true" />
            {settings.own.details()}
          </Button>
        )}
        <Button onClick={onTaxes}>
          <Percent aria-hidden="true" />
          {settings.own.taxes()}
        </Button>
        {onMessages && (
          <Button onClick={onMessages}>
            <MessageSquare aria-hidden="true" />
            {settings.own.messages()}
          </Button>
        )}
        {onTables && (
          <Button onClick={onTables}>
            <ArrowDownUp aria-hidden="true" />
            {settings.own.tables()}
          </Button>
        )}
        {onWebhooks && (
          <Button onClick={onWebhooks}>
            <Webhook aria-hidden="true" />
            {settings.own.webhooks()}
          </Button>
        )}
      </span>
    </li>
  )
}

type FactsProps = { facts: readonly { label: string; value: string | null | undefined }[] }

/** Labels and values; 'N/A' for an empty one. */
function Facts({ facts }: FactsProps) {
  return (
    <dl className="border-t border-line">
      {facts.map(({ label, value }) => (
        <div key={label} className="flex min-h-11 flex-wrap items-center gap-x-4 border-b border-line py-1.5">
          <dt className="w-44 shrink-0 text-sm text-muted">{label}</dt>
          <dd className="min-w-0 tabular-nums">{value || settings.own.none()}</dd>
        </div>
      ))}
    </dl>
  )
}
