import { useEffect, useMemo, useState } from 'react'
import { v7 } from 'uuid'
import type { PublicEstimate } from '#schema/api/links/estimates.ts'
import type { ShopFormat } from '#schema/rules/shop/format.ts'
import { Button } from '../../ui/controls/button.tsx'
import { PageSpinner } from '../../ui/layout/spinner.tsx'
import { useIsOnline } from '../../ui/use-is-online.ts'
import { Notice } from '../notice.tsx'
import { FullPage } from '../full-page.tsx'
import { useShopLook } from '../look/use-shop-look.ts'
import type { NoticeContent } from '../portal-words.ts'
import { profileToFormat } from '../profile-format.ts'
import { ShopHeader } from '../shop-header.tsx'
import { showPage } from '../show-page.tsx'
import { AnswerForm } from './answer-form.tsx'
import { createEstimateApi, type EstimateApi, type EstimateOutcome } from './estimate-api.ts'
import { EstimatePaper } from './estimate-paper.tsx'

/** Stored per link in this tab: the typed name and the submit's id. */
type KeptAnswer = { name: string; press: string }

const keyOf = (token: string): string => `estimate-${token}`

function readKeptAnswer(token: string, newId: () => string): KeptAnswer {
  const empty: KeptAnswer = { name: '', press: newId() }
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(keyOf(token)) ?? 'null')
    // Only this page writes it.
    return kept === null ? empty : { ...empty, ...(kept as Partial<KeptAnswer>) }
  } catch {
    return empty
  }
}

/** Without storage it lasts as long as the page. */
function keepAnswer(token: string, kept: KeptAnswer): void {
  try {
    window.sessionStorage.setItem(keyOf(token), JSON.stringify(kept))
  } catch {
    // The page's own state remains.
  }
}

type EstimatePageProps = { token: string }

export const showEstimate = (root: HTMLElement, props: EstimatePageProps): void => showPage(root, <EstimatePage {...props} />)

function EstimatePage({ token }: EstimatePageProps) {
  const api = useMemo(() => createEstimateApi(token), [token])
  const [kept, setKept] = useState(() => readKeptAnswer(token, v7))
  const [outcome, setOutcome] = useState<EstimateOutcome | undefined>(undefined)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    let isCurrent = true
    void api.read().then((next) => {
      if (isCurrent) setOutcome(next)
    })
    return () => {
      isCurrent = false
    }
  }, [api, attempt])

  const estimate = outcome?.state === 'ok' ? outcome.estimate : undefined
  useShopLook(estimate && { title: `Estimate · ${estimate.shop.name}`, color: estimate.color, logo: estimate.profile.logo, logoAddress: api.logoAddress })

  const keep = (next: KeptAnswer) => {
    setKept(next)
    keepAnswer(token, next)
  }
  const retry = () => {
    setOutcome(undefined)
    setAttempt(attempt + 1)
  }
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-140 flex-col px-5 py-8">
      <main className="flex-1">
        {estimate === undefined ? (
          <NoEstimate outcome={outcome} onRetry={retry} />
        ) : (
          <Shown api={api} estimate={estimate} kept={kept} onKeep={keep} onAnswered={(answered) => setOutcome({ state: 'ok', estimate: answered })} />
        )}
      </main>
    </div>
  )
}

type ShownProps = {
  api: EstimateApi
  estimate: PublicEstimate
  kept: KeptAnswer
  onKeep: (kept: KeptAnswer) => void
  onAnswered: (estimate: PublicEstimate) => void
}

function Shown({ api, estimate, kept, onKeep, onAnswered }: ShownProps) {
  const format = useMemo(() => profileToFormat(estimate.profile), [estimate.profile])
  const isOpen = estimate.state === 'sent'
  const isOnline = useIsOnline()
  const [openedAt] = useState(() => new Date())
  return (
    <div className="flex flex-col gap-6">
      <ShopHeader shop={estimate.shop} profile={estimate.profile} logoAddress={api.logoAddress} />
      <Notice notice={isOpen ? undefined : answeredNotice(estimate, format)} />
      <EstimatePaper estimate={estimate} format={format} photoAddress={api.photoAddress}>
        {isOpen && (
          <div className="flex flex-col gap-4 border-y border-line py-5 print:hidden">
            <p className="text-xl font-semibold tabular-nums">Total {format.money(estimate.total)}</p>
            <p className="text-muted">You can answer until {format.dateTime(estimate.validUntil, openedAt)}.</p>
            <Notice notice={isOnline ? undefined : { tone: 'neutral', title: 'You are offline', text: 'Connect to the internet to answer.' }} />
            <AnswerForm
              api={api}
              total={format.money(estimate.total)}
              name={kept.name}
              onNameChange={(name) => onKeep({ ...kept, name })}
              press={kept.press}
              onAnswered={(answered) => {
                onAnswered(answered)
                window.scrollTo({ top: 0 })
              }}
            />
          </div>
        )}
      </EstimatePaper>
      <Button className="self-start print:hidden" onClick={() => window.print()}>
        Print
      </Button>
    </div>
  )
}

function answeredNotice({ state, decidedName, decidedAt, total }: PublicEstimate, format: ShopFormat): NoticeContent {
  const by = `by ${decidedName ?? 'you'}${decidedAt === null ? '' : ` on ${format.dateTime(decidedAt, new Date())}`}`
  return state === 'approved'
    ? { tone: 'ok', title: `Approved for ${format.money(total)}`, text: `Answered ${by}. The shop goes on with the repair.` }
    : { tone: 'neutral', title: 'This estimate was declined', text: `Answered ${by}. The shop does not do this work.` }
}

function NoEstimate({ outcome, onRetry }: { outcome: EstimateOutcome | undefined; onRetry: () => void }) {
  if (outcome === undefined || outcome.state === 'ok') return <PageSpinner />
  if (outcome.state === 'not-open') return <FullPage title="This link is not open">{outcome.message}</FullPage>
  return (
    <FullPage title={outcome.state === 'refused' ? 'Please wait a moment' : 'No connection to the shop'}>
      <span className="block">{outcome.state === 'refused' ? outcome.message : 'Check your connection and try again.'}</span>
      <Button variant="primary" size="lg" className="mt-5" onClick={onRetry}>
        Retry
      </Button>
    </FullPage>
  )
}
