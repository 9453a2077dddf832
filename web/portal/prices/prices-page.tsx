import { useMemo, useState } from 'react'
import type { PublicPrices } from '#schema/api/links/prices.ts'
import { minutesToText } from '#schema/values/services/minutes-text.ts'
import { PlainSearchField } from '../../ui/controls/plain-search-field.tsx'
import { TextSpinner } from '../../ui/layout/spinner.tsx'
import { FullPage, RetryPage } from '../full-page.tsx'
import { readLanguage, t } from '../language/texts.ts'
import { PortalPage } from '../portal-page.tsx'
import { useShopLook } from '../look/use-shop-look.ts'
import type { LinkOutcome } from '../order-link/order-link-api.ts'
import { profileToFormat } from '../profile-format.ts'
import { ShopHeader, toLogoAddress } from '../shop-header.tsx'
import { showPage } from '../show-page.tsx'
import type { PricesApi } from './prices-api.ts'

type PricesPageProps = {
  api: PricesApi
  /** The response of the request made while the page's code was fetched. */
  first: LinkOutcome<PublicPrices>
}

export const showPrices = (root: HTMLElement, props: PricesPageProps): void => showPage(root, () => <PricesPage {...props} />)

/** What repairs cost in this shop, for anybody. */
export function PricesPage({ api, first }: PricesPageProps) {
  const [outcome, setOutcome] = useState<LinkOutcome<PublicPrices> | undefined>(first)
  const shown = outcome?.state === 'ok' ? outcome.value : undefined
  useShopLook(
    shown && {
      title: `${t.prices()} · ${shown.shop.name}`,
      color: shown.color,
      logo: shown.profile.logo,
      logoAddress: toLogoAddress(shown.shop.id),
      language: shown.profile.language,
    },
  )
  const retry = (): void => {
    setOutcome(undefined)
    void api.read().then(setOutcome)
  }
  return <PortalPage>{shown === undefined ? <NoPrices outcome={outcome} onRetry={retry} /> : <Prices shown={shown} />}</PortalPage>
}

function Prices({ shown: { shop, profile, services } }: { shown: PublicPrices }) {
  const format = useMemo(() => profileToFormat(profile), [profile])
  const [query, setQuery] = useState('')
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const found = services.filter(({ device, name }) => words.every((word) => `${device} ${name}`.toLowerCase().includes(word)))
  return (
    <div className="flex flex-col gap-5">
      <ShopHeader shop={shop} profile={profile} />
      <h2 className="text-lg font-semibold">{t.prices()}</h2>
      {services.length > 8 && (
        <PlainSearchField label={t.searchPrices()} clearLabel={t.clearSearch()} placeholder={t.searchPricesHint()} value={query} onValueChange={setQuery} />
      )}
      {found.length === 0 && <p className="text-muted">{services.length === 0 ? t.noPrices() : t.noPricesFound()}</p>}
      {[...Map.groupBy(found, ({ device }) => device)].map(([device, repairs]) => (
        <section key={device} aria-label={device || t.anyDevice()}>
          <h3 className="font-semibold wrap-anywhere">{device || t.anyDevice()}</h3>
          <ul>
            {repairs.map(({ name, price, minutes, warrantyDays }, index) => (
              <li key={index} className="flex items-baseline gap-4 border-b border-line py-2 last:border-b-0">
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {name}
                  <span className="block text-sm text-muted">
                    {[minutes === null ? '' : minutesToText(minutes, readLanguage()), warrantyDays === 0 ? '' : t.warrantyFor({ days: warrantyDays })]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
                <span className="tabular-nums">{price === null ? t.askUs() : format.money(price)}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function NoPrices({ outcome, onRetry }: { outcome: LinkOutcome<PublicPrices> | undefined; onRetry: () => void }) {
  if (outcome === undefined || outcome.state === 'ok') return <TextSpinner text={t.loading()} />
  if (outcome.state === 'not-open') return <FullPage title={t.pricesNotHere()}>{t.pricesNotHereText()}</FullPage>
  return <RetryPage onRetry={onRetry} />
}
