import { ChevronRight } from 'lucide-react'
import { isLinkOpen } from '#schema/rules/customers/order-link.ts'
import { ConfirmEmail } from '../identity/confirm-email.tsx'
import { useEffect, useRef, useState } from 'react'
import type { ShopFormat } from '#schema/rules/shop/format.ts'
import { statusToTone } from '../../inputs/status-tone.ts'
import { Chip } from '../../ui/layout/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../notice.tsx'
import type { Failure, Outcome, PortalApi, PublicCustomer, PublicOrder } from '../portal-api.ts'
import { failureToNotice, orderToIssue, statusToWords } from '../portal-words.ts'
import { LoadingOrders } from './loading-orders.tsx'
import { OrderPhotosOfShop } from './photos-of-shop.tsx'
import { orderToDueDate, splitOrders } from './sort-orders.ts'
import { t } from '../language/texts.ts'

export type OrderListProps = { api: PortalApi; customer: PublicCustomer; format: ShopFormat; onUnverified: () => void; onCreate: () => void }

export function OrderList(props: OrderListProps) {
  return (
    <div className="flex flex-col gap-4">
      <ConfirmEmail api={props.api} customer={props.customer} />
      <Orders {...props} />
    </div>
  )
}

function Orders({ api, customer, format, onUnverified, onCreate }: OrderListProps) {
  const [outcome, setOutcome] = useState<Outcome<PublicOrder[]> | undefined>(undefined)
  const [attempt, setAttempt] = useState(0)

  // The callback changes with each render, which must not repeat the request.
  const latestUnverified = useRef(onUnverified)
  useEffect(() => {
    latestUnverified.current = onUnverified
  })

  useEffect(() => {
    let isCurrent = true
    void api.readOrders(customer).then((next) => {
      if (!isCurrent) return
      if (!next.ok && next.failure.isUnverified) latestUnverified.current()
      else setOutcome(next)
    })
    return () => {
      isCurrent = false
    }
  }, [api, customer, attempt])

  if (outcome === undefined) {
    return <LoadingOrders />
  }
  if (!outcome.ok) {
    const retry = () => {
      setOutcome(undefined)
      setAttempt(attempt + 1)
    }
    return (
      <div className="flex flex-col gap-4">
        <Notice notice={failureToNotice(t.failedOrders(), outcome.failure, t.checkConnection())} />
        <Button variant="primary" size="lg" onClick={retry}>
          {t.retry()}
        </Button>
      </div>
    )
  }
  if (outcome.value.length === 0) {
    return (
      <div className="flex flex-col gap-4">
        <p className="text-muted">{t.noOrders()}</p>
        <Button variant="primary" size="lg" onClick={onCreate}>
          {t.createOrder()}
        </Button>
      </div>
    )
  }
  return <ListedOrders orders={outcome.value} format={format} api={api} />
}

type ListedOrdersProps = { orders: readonly PublicOrder[]; format: ShopFormat; api: PortalApi }

/** Open orders, and the finished ones collapsed, but expanded if there are no others. */
export function ListedOrders({ orders, format, api }: ListedOrdersProps) {
  const { open, finished } = splitOrders(orders)
  const toItem = (order: PublicOrder) => <OrderItem key={order.id} order={order} format={format} api={api} />
  return (
    <div className="-my-4">
      {open.length > 0 && <ul>{open.map(toItem)}</ul>}
      {finished.length > 0 && (
        <details open={open.length === 0} className="border-t border-line first:border-t-0">
          <summary className="min-h-11 cursor-pointer py-3 font-semibold">{t.finishedOrders({ count: finished.length })}</summary>
          <ul>{finished.map(toItem)}</ul>
        </details>
      )}
    </div>
  )
}

type OrderItemProps = { order: PublicOrder; format: ShopFormat; api: PortalApi }

function OrderItem({ order, format, api }: OrderItemProps) {
  const { name, meaning } = statusToWords(order.orderStatusId)
  const issue = orderToIssue(order)
  const quote = format.quote(order.quotedCost)
  const dates = [
    [t.created(), order.createdAt],
    [t.statusSince(), order.statusChangedAt],
    [t.due(), orderToDueDate(order)],
  ] as const
  return (
    <li className="flex flex-col gap-2 border-b border-line py-4 last:border-b-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="min-w-0 text-input font-semibold wrap-anywhere">{order.itemDetails}</h3>
        <p className="text-muted tabular-nums">
          <span className="sr-only">{t.ticketNumber({ ticket: order.ticket })}</span>
          <span aria-hidden="true">{order.ticket}</span>
        </p>
      </div>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Chip tone={statusToTone(order.orderStatusId)} canWrap>
          {name}
        </Chip>
        <span>{meaning}</span>
      </p>
      {issue !== undefined && <p className="whitespace-pre-wrap text-muted wrap-anywhere">{issue}</p>}
      <dl className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted tabular-nums">
        {quote !== '' && <Fact name={t.quote()} value={quote} />}
        {order.balance !== undefined && <Balance balance={order.balance} format={format} />}
        {dates.map(([label, instant]) => instant !== null && <Fact key={label} name={label} value={format.date(instant)} />)}
      </dl>
      {order.photos !== undefined && <OrderPhotosOfShop photos={order.photos} photoAddress={api.photoAddress} />}
      <OpenOrder api={api} order={order} />
    </li>
  )
}

/** Leads to the order's page, with its messages; an order that ended long ago has none. */
function OpenOrder({ api, order }: { api: PortalApi; order: PublicOrder }) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | undefined>(undefined)
  const [openedAt] = useState(() => new Date())
  if (!isLinkOpen(order, openedAt)) return null
  const open = async (): Promise<void> => {
    setIsBusy(true)
    setFailure(undefined)
    const link = await api.linkOrder(order.id)
    setIsBusy(false)
    if (link.ok) window.location.assign(link.value.url)
    else setFailure(link.failure)
  }
  return (
    <>
      <Notice notice={failure && failureToNotice(t.orderNotOpened(), failure, t.checkConnection())} />
      <Button busy={isBusy} className="mt-2 self-start" aria-label={t.openOrder({ ticket: order.ticket })} onClick={() => void open()}>
        {t.open()}
        <ChevronRight aria-hidden="true" />
      </Button>
    </>
  )
}

function Balance({ balance: { total, paid, balance }, format: { money } }: { balance: NonNullable<PublicOrder['balance']>; format: ShopFormat }) {
  return (
    <>
      {total !== null && <Fact name={t.total()} value={money(total)} />}
      <Fact name={t.paid()} value={money(paid)} />
      {balance !== null && <Fact name={balance < 0 ? t.paidTooMuch() : t.toPay()} value={money(Math.abs(balance))} />}
    </>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex min-w-0 gap-1.5">
      <dt>{name}</dt>
      <dd className="min-w-0 text-ink wrap-anywhere">{value}</dd>
    </div>
  )
}
