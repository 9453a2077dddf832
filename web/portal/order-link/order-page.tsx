import { useEffect, useMemo, useState, lazy, Suspense } from 'react'
import type { LinkedOrder } from '#schema/api/links/order-links.ts'
import type { ShopFormat } from '#schema/rules/shop/format.ts'
import { statusToTone } from '../../inputs/status-tone.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Chip } from '../../ui/layout/badge.tsx'
import { OrderPhotosOfShop } from '../orders/photos-of-shop.tsx'
import { orderToIssue, statusToWords } from '../portal-words.ts'
import { NothingOfLink } from '../full-page.tsx'
import { useShopLook } from '../look/use-shop-look.ts'
import { profileToFormat } from '../profile-format.ts'
import { ShopContact, ShopName } from '../shop-header.tsx'
import { showPage } from '../show-page.tsx'
import { toAllOrders } from '../all-orders.ts'
import type { LinkOutcome, OrderLinkApi } from './order-link-api.ts'
import { orderToDueDate } from '../orders/sort-orders.ts'
import { WriteToShop } from './write-to-shop.tsx'
import { progressSteps, statusToProgress } from '#schema/rules/customers/order-progress.ts'
import { readLanguage, t } from '../language/texts.ts'
import { PortalPage } from '../portal-page.tsx'
import { ibanToText, type WaysToPay } from '#schema/rules/money/pay-online.ts'

/** Loaded only where there is a code to show. */
const QrPicture = lazy(async () => ({ default: (await import('../../ui/qr-picture.tsx')).QrPicture }))

/** Pays the balance by the shop's link, or by a transfer whose code a banking app reads. */
function PayOnline({ pay: { link, transfer, amount, ticket }, format }: { pay: WaysToPay; format: ShopFormat }) {
  return (
    <section aria-label={t.waysToPay()} className="flex flex-col gap-4">
      {link !== null && (
        <a
          href={link}
          rel="noreferrer"
          className="inline-flex min-h-12 items-center justify-center rounded-md bg-accent px-5 text-input font-semibold text-on-accent no-underline"
        >
          {t.payOnline({ amount: format.money(amount) })}
        </a>
      )}
      {transfer !== null && (
        <div className="flex flex-wrap items-start gap-4">
          {transfer.qr !== null && (
            <div className="rounded-md bg-white">
              <Suspense fallback={null}>
                <QrPicture text={transfer.qr} sideMm={36} />
              </Suspense>
            </div>
          )}
          <dl className="flex min-w-0 flex-col gap-1">
            <dt className="font-semibold">{t.bankTransfer()}</dt>
            <dd className="wrap-anywhere">{transfer.name}</dd>
            <dd className="tabular-nums">{ibanToText(transfer.iban)}</dd>
            {transfer.bankName !== null && <dd className="text-muted wrap-anywhere">{transfer.bankName}</dd>}
            <dd className="text-muted">{t.reference({ ticket })}</dd>
          </dl>
        </div>
      )}
    </section>
  )
}

type OrderPageProps = {
  api: OrderLinkApi
  /** The response of the request made while the page's code was fetched. */
  first: LinkOutcome<LinkedOrder>
}

export const showOrder = (root: HTMLElement, props: OrderPageProps): void => showPage(root, () => <OrderPage {...props} />)

export function OrderPage({ api, first }: OrderPageProps) {
  const [outcome, setOutcome] = useState<LinkOutcome<LinkedOrder> | undefined>(first)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    if (attempt === 0) return
    let isCurrent = true
    void api.read().then((next) => {
      if (isCurrent) setOutcome((shown) => (shown?.state === 'ok' && next.state === 'no-answer' ? shown : next))
    })
    return () => {
      isCurrent = false
    }
  }, [api, attempt])

  const linked = outcome?.state === 'ok' ? outcome.value : undefined
  useShopLook(
    linked && {
      title: `${linked.order.itemDetails} · ${linked.shop.name}`,
      color: linked.color,
      logo: linked.profile.logo,
      logoAddress: api.logoAddress,
      language: linked.profile.language,
    },
  )

  return (
    <PortalPage>
      {linked === undefined ? (
        <NothingOfLink
          outcome={outcome}
          onRetry={() => {
            setOutcome(undefined)
            setAttempt(attempt + 1)
          }}
        />
      ) : (
        <Shown api={api} linked={linked} onChanged={() => setAttempt(attempt + 1)} />
      )}
    </PortalPage>
  )
}

type ShownProps = { api: OrderLinkApi; linked: LinkedOrder; onChanged: () => void }

function Shown({ api, linked, onChanged }: ShownProps) {
  const { shop, profile, order, pay, estimate, messages } = linked
  const language = readLanguage()
  const format = useMemo(() => profileToFormat(profile, language), [profile, language])
  const { name, meaning } = statusToWords(order.orderStatusId)
  const issue = orderToIssue(order)
  return (
    <div className="flex flex-col gap-7">
      <header className="flex flex-col gap-3">
        <ShopName shop={shop} profile={profile} logoAddress={api.logoAddress} />
      </header>
      <section aria-labelledby="order-title" className="flex flex-col gap-4">
        <div>
          <h2 id="order-title" className="text-lg font-semibold wrap-anywhere">
            {order.itemDetails}
          </h2>
          <p className="text-muted tabular-nums">{t.order({ ticket: order.ticket })}</p>
        </div>
        <ProgressLine orderStatusId={order.orderStatusId} />
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Chip tone={statusToTone(order.orderStatusId)} canWrap>
            {name}
          </Chip>
          {/* The waiting estimate below says more. */}
          {estimate === null && <span>{meaning}</span>}
        </p>
        {estimate !== null && <Waiting api={api} total={format.money(estimate.total)} />}
        <Money order={order} format={format} />
        {pay !== null && <PayOnline pay={pay} format={format} />}
        {issue !== undefined && <p className="whitespace-pre-wrap text-muted wrap-anywhere">{issue}</p>}
        {order.photos !== undefined && <OrderPhotosOfShop photos={order.photos} photoAddress={api.photoAddress} />}
      </section>
      <section aria-labelledby="said-title" className="flex flex-col gap-4 border-t border-line pt-5">
        <h2 id="said-title" className="text-lg font-semibold">
          {t.messages()}
        </h2>
        <Said messages={messages} format={format} />
        <WriteToShop api={api} onTaken={onChanged} />
      </section>
      <WhereAndWhen linked={linked} />
      {linked.customerPortal && (
        <p className="border-t border-line pt-3">
          <a href={toAllOrders(shop.code)} className="inline-flex min-h-11 items-center text-accent-ink underline underline-offset-4">
            {t.allYourOrders({ shop: shop.name })}
          </a>
        </p>
      )}
    </div>
  )
}

function WhereAndWhen({ linked: { profile, openingHours } }: { linked: LinkedOrder }) {
  if ([profile.address, profile.phone, profile.email, profile.website, openingHours].every((said) => said === null)) return null
  return (
    <section aria-labelledby="shop-title" className="flex flex-col gap-3 border-t border-line pt-5">
      <h2 id="shop-title" className="text-lg font-semibold">
        {t.theShop()}
      </h2>
      <ShopContact profile={profile} />
      {profile.address !== null && (
        <a
          href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(profile.address.replaceAll('\n', ', '))}`}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center self-start text-accent-ink underline underline-offset-4"
        >
          {t.showOnMap()}
        </a>
      )}
      {openingHours !== null && (
        <div>
          <h3 className="text-sm font-semibold">{t.openingHours()}</h3>
          <p className="whitespace-pre-line text-muted wrap-anywhere">{openingHours}</p>
        </div>
      )}
    </section>
  )
}

/** The estimate has its own page, because answering uses up its link. */
function Waiting({ api, total }: { api: OrderLinkApi; total: string }) {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const open = async (): Promise<void> => {
    setIsBusy(true)
    const outcome = await api.openEstimate()
    setIsBusy(false)
    if (outcome.state === 'ok') window.location.assign(outcome.value.url)
    else setProblem(outcome.state === 'no-answer' ? t.noConnectionNow() : outcome.message)
  }
  return (
    <div className="flex flex-col gap-3 rounded-md bg-warn-soft p-4 text-warn-ink">
      <p className="font-semibold">{t.answerNeeded({ total })}</p>
      <Button variant="primary" size="lg" busy={isBusy} className="self-start" onClick={() => void open()}>
        {t.lookAtEstimate()}
      </Button>
      {problem !== undefined && <p role="alert">{problem}</p>}
    </div>
  )
}

/** The promised time, and what the shop shows of price, paid and balance. */
function Money({ order, format }: { order: LinkedOrder['order']; format: ShopFormat }) {
  const { balance, quotedCost } = order
  const facts: [name: string, value: string, isMain?: boolean][] = []
  const due = orderToDueDate(order)
  if (due !== null) facts.push([t.promisedFor(), t.dayAndTime({ day: format.date(due), time: format.time(due) })])
  if (balance?.total !== undefined && balance.total !== null) facts.push([t.total(), format.money(balance.total)])
  else if (quotedCost !== null) facts.push([t.quote(), format.quote(quotedCost)])
  if (balance !== undefined && (balance.paid !== 0 || balance.total !== null)) facts.push([t.paid(), format.money(balance.paid)])
  if (balance?.balance !== undefined && balance.balance !== null)
    facts.push([balance.balance < 0 ? t.paidTooMuch() : t.toPay(), format.money(Math.abs(balance.balance)), balance.balance >= 0])
  if (order.warrantyUntil !== undefined) facts.push([t.warrantyUntil(), format.day(order.warrantyUntil)])
  if (facts.length === 0) return null
  return (
    <dl className="flex flex-col border-y border-line text-input">
      {facts.map(([name, value, isMain = false]) => (
        <div key={name} className="flex justify-between gap-4 py-2">
          <dt className={isMain ? 'font-semibold' : 'text-muted'}>{name}</dt>
          <dd className={`tabular-nums ${isMain ? 'font-semibold' : ''}`}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Said({ messages, format }: { messages: LinkedOrder['messages']; format: ShopFormat }) {
  const [now] = useState(() => new Date())
  if (messages.length === 0) return <p className="text-muted">{t.nothingWritten()}</p>
  return (
    <ul className="flex flex-col gap-3">
      {messages.map(({ id, isOwn, text, at }) => (
        <li key={id} className={`max-w-[85%] rounded-md px-3 py-2 ${isOwn ? 'self-end bg-accent-soft' : 'self-start bg-sunken'}`}>
          <p className="text-sm text-muted">{isOwn ? t.youAt({ at: format.dateTime(at, now) }) : t.theShopAt({ at: format.dateTime(at, now) })}</p>
          <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
        </li>
      ))}
    </ul>
  )
}

/** The repair's progress in five steps; a list for screen readers. */
function ProgressLine({ orderStatusId }: { orderStatusId: string }) {
  const progress = statusToProgress(orderStatusId)
  if (progress === undefined) return null
  const { step, isWaiting, isStopped } = progress
  return (
    <ol aria-label={t.progress()} className="grid grid-cols-5 gap-1.5">
      {progressSteps.map((name, place) => {
        const isDone = place <= step
        const bar = !isDone ? 'bg-line' : isStopped ? 'bg-line-strong' : isWaiting && place === step ? 'bg-warn' : 'bg-accent'
        return (
          <li key={name} aria-current={place === step ? 'step' : undefined} className="flex flex-col gap-1.5">
            <span aria-hidden="true" className={`h-1.5 rounded-full ${bar}`} />
            <span className={`text-sm leading-tight ${place === step ? 'font-semibold' : isDone ? '' : 'text-muted'}`}>
              {isDone && place !== step ? (
                <>
                  <span aria-hidden="true">{t.step[name]()}</span>
                  <span className="sr-only">{t.stepDone({ step: t.step[name]() })}</span>
                </>
              ) : (
                t.step[name]()
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
