import { Printer } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { PublicInvoice } from '#schema/api/links/invoices.ts'
import { InvoiceSheet } from '#web/sheets/invoice-sheet.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { NothingOfLink } from '../full-page.tsx'
import { useShopLook } from '../look/use-shop-look.ts'
import type { LinkOutcome } from '../order-link/order-link-api.ts'
import { profileToFormat } from '../profile-format.ts'
import { showPage } from '../show-page.tsx'
import type { InvoiceApi } from './invoice-api.ts'
import { t } from '../language/texts.ts'
import { PortalPage } from '../portal-page.tsx'
import { loadPaperTexts, PaperLanguage } from '#web/sheets/paper-texts.tsx'

type InvoicePageProps = {
  api: InvoiceApi
  /** The response of the request made while the page's code was fetched. */
  first: LinkOutcome<PublicInvoice>
}

export async function showInvoice(root: HTMLElement, props: InvoicePageProps): Promise<void> {
  await loadTextsOf(props.first)
  showPage(root, () => <InvoicePage {...props} />)
}

/** Of the paper. */
async function loadTextsOf(outcome: LinkOutcome<PublicInvoice>): Promise<void> {
  if (outcome.state === 'ok') await loadPaperTexts([outcome.value.profile.language])
}

/** The paper itself: as wide as the screen allows, and printed as it is. */
export function InvoicePage({ api, first }: InvoicePageProps) {
  const [outcome, setOutcome] = useState<LinkOutcome<PublicInvoice> | undefined>(first)
  const shown = outcome?.state === 'ok' ? outcome.value : undefined
  useShopLook(
    shown && {
      title: `${toTitle(shown)} · ${shown.shop.name}`,
      color: shown.color,
      logo: shown.profile.logo,
      logoAddress: api.logoAddress,
      language: shown.profile.language,
    },
  )
  const retry = (): void => {
    setOutcome(undefined)
    void api.read().then(async (next) => {
      await loadTextsOf(next)
      setOutcome(next)
    })
  }
  if (shown === undefined)
    return (
      <PortalPage>
        <NothingOfLink outcome={outcome} onRetry={retry} />
      </PortalPage>
    )
  return (
    <main className="mx-auto w-full max-w-[210mm] py-6 print:max-w-none print:p-0">
      <Button className="mx-5 mb-4 print:hidden" onClick={() => window.print()}>
        <Printer aria-hidden="true" />
        {t.print()}
      </Button>
      <Shown shown={shown} api={api} />
    </main>
  )
}

const toTitle = ({ paper: { kind, number } }: PublicInvoice): string => (kind === 'credit-note' ? t.creditNote({ number }) : t.invoice({ number }))

function Shown({ shown: { paper, profile, footer }, api }: { shown: PublicInvoice; api: InvoiceApi }) {
  // The paper, in the language of the customer's card, whatever the page around it is in.
  const format = useMemo(() => profileToFormat({ ...profile, currency: paper.seller.currency }, profile.language), [profile, paper])
  const logo = profile.logo === null ? null : `${api.logoAddress}?${profile.logo.sha256.slice(0, 8)}`
  return (
    <div lang={profile.language} className="paper paper-sheet paper-page">
      <PaperLanguage language={profile.language}>
        <InvoiceSheet paper={paper} shop={{ website: profile.website, footer, logo, locale: profile.language }} format={format} />
      </PaperLanguage>
    </div>
  )
}
