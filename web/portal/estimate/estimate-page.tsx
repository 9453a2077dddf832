import { useEffect, useMemo, useState } from 'react'
import { v7 } from 'uuid'
import type { PublicEstimate } from '#schema/api/links/estimates.ts'
import type { ShopFormat } from '#schema/rules/shop/format.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useIsOnline } from '../../ui/use-is-online.ts'
import { Notice } from '../notice.tsx'
import { NothingOfLink } from '../full-page.tsx'
import { useShopLook } from '../look/use-shop-look.ts'
import type { NoticeContent } from '../portal-words.ts'
import { profileToFormat } from '../profile-format.ts'
import { ShopHeader } from '../shop-header.tsx'
import { showPage } from '../show-page.tsx'
import { AnswerForm } from './answer-form.tsx'
import { createEstimateApi, type EstimateApi } from './estimate-api.ts'
import type { LinkOutcome } from '../order-link/order-link-api.ts'
import { EstimatePaper } from './estimate-paper.tsx'
import { readLanguage, t } from '../language/texts.ts'
import { PortalPage } from '../portal-page.tsx'

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

export const showEstimate = (root: HTMLElement, props: EstimatePageProps): void => showPage(root, () => <EstimatePage {...props} />)

export function EstimatePage({ token }: EstimatePageProps) {
  const api = useMemo(() => createEstimateApi(token), [token])
  const [kept, setKept] = useState(() => readKeptAnswer(token, v7))
  const [outcome, setOutcome] = useState<LinkOutcome<PublicEstimate> | undefined>(undefined)
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

  const estimate = outcome?.state === 'ok' ? outcome.value : undefined
  useShopLook(
    estimate && {
      title: `${t.estimate()} · ${estimate.shop.name}`,
      color: estimate.color,
      logo: estimate.profile.logo,
      logoAddress: api.logoAddress,
      language: estimate.profile.language,
    },
  )

  const keep = (next: KeptAnswer) => {
    setKept(next)
    keepAnswer(token, next)
  }
  const retry = () => {
    setOutcome(undefined)
    setAttempt(attempt + 1)
  }
  return (
    <PortalPage>
      {estimate === undefined ? (
        <NothingOfLink outcome={outcome} onRetry={retry} />
      ) : (
        <Shown api={api} estimate={estimate} kept={kept} onKeep={keep} onAnswered={(answered) => setOutcome({ state: 'ok', value: answered })} />
      )}
    </PortalPage>
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
  const language = readLanguage()
  const format = useMemo(() => profileToFormat(estimate.profile, language), [estimate.profile, language])
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
            <p className="text-xl font-semibold tabular-nums">{t.totalOf({ total: format.money(estimate.total) })}</p>
            <p className="text-muted">{t.answerUntil({ at: format.dateTime(estimate.validUntil, openedAt) })}</p>
            <Notice notice={isOnline ? undefined : { tone: 'neutral', title: t.offline(), text: t.offlineAnswer() }} />
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
        {t.print()}
      </Button>
    </div>
  )
}

function answeredNotice({ state, decidedName, decidedAt, total }: PublicEstimate, format: ShopFormat): NoticeContent {
  const at = decidedAt === null ? '' : format.dateTime(decidedAt, new Date())
  const answered = decidedName === null ? t.answeredByYou({ at }) : t.answeredBy({ name: decidedName, at })
  return state === 'approved'
    ? { tone: 'ok', title: t.approvedFor({ total: format.money(total) }), text: `${answered} ${t.approvedNext()}` }
    : { tone: 'neutral', title: t.declined(), text: `${answered} ${t.declinedNext()}` }
}
