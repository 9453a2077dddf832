import { Clock, Package, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { type FindQuery, readFindQuery } from '#schema/rules/find/find-query.ts'
import { cutToFound, markFound } from '#schema/rules/find/highlights.ts'
import { readTicket, toFormerNumbers, toPrintedTicket, toTicket } from '#schema/rules/orders/ticket.ts'
import { assetToDetails } from '#schema/values/assets/asset-title.ts'
import type { Customer } from '#schema/collections/work/customers.ts'
import type { Product } from '#schema/collections/stock/products.ts'
import { phoneToText } from '#web/inputs/customer-line.tsx'
import { StatusChip } from '#web/inputs/status-chip.tsx'
import { useTicketPrefixes } from '#web/inputs/ticket.tsx'
import { Kbd } from '#web/ui/keys/kbd.tsx'
import type { FindOption } from './find-options.ts'
import type { FoundOrder } from './use-find.ts'
import { t } from './find-texts.ts'

const nothing = readFindQuery('')

export function OptionLine({ option, shopId, query = nothing }: { option: FindOption; shopId: string; query?: FindQuery | undefined }) {
  switch (option.kind) {
    case 'order':
      return <OrderLine found={option.found} shopId={shopId} query={query} />
    case 'customer':
      return <CustomerFound customer={option.customer} query={query} />
    case 'product':
      return <ProductFound product={option.product} query={query} />
    case 'act':
      return (
        <Line
          icon={<option.act.Icon aria-hidden="true" />}
          aside={
            option.act.keys !== undefined && (
              <span className="pointer-coarse:hidden">
                <Kbd keys={option.act.keys} />
              </span>
            )
          }
        >
          {option.act.label}
        </Line>
      )
    case 'search':
      return <Line icon={<Clock aria-hidden="true" />}>{option.typed}</Line>
  }
}

type LineProps = { icon?: ReactNode; aside?: ReactNode; second?: ReactNode; children: ReactNode }

function Line({ icon, aside, second, children }: LineProps) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      {icon !== undefined && <span className="shrink-0 text-muted [&_svg]:size-5">{icon}</span>}
      <div className="min-w-0 flex-1">
        <div className="truncate">{children}</div>
        {second !== undefined && <div className="truncate text-sm text-muted">{second}</div>}
      </div>
      {aside !== undefined && aside !== false && <span className="shrink-0 max-sm:max-w-44 max-sm:truncate">{aside}</span>}
    </div>
  )
}

/** Longer text never fits into the line. */
const shownSigns = 160

function Marked({ text, query }: { text: string; query: FindQuery }) {
  return markFound(text.length > shownSigns ? [...text].slice(0, shownSigns).join('') : text, query).map(({ text: piece, isFound }, index) =>
    isFound ? (
      <mark key={index} className="rounded-xs bg-warn-soft font-semibold text-ink">
        {piece}
      </mark>
    ) : (
      piece
    ),
  )
}

function OrderLine({ found: { order, customer, asset }, shopId, query }: { found: FoundOrder; shopId: string; query: FindQuery }) {
  const prefixes = useTicketPrefixes(shopId)
  const [prefix = ''] = prefixes
  const wanted = new Set(query.words.flatMap(({ text }) => readTicket(text, prefixes)))
  const former = toFormerNumbers(order.formerNumbers).find((number) => wanted.has(number))
  const ticket = toPrintedTicket(order, prefix)
  const isNamed = order.number !== null && wanted.has(order.number)
  const phones = customer === undefined ? [] : toPhones(customer).flatMap((phone) => cutToFound(phone, query) ?? [])
  const device = asset === undefined ? [] : [assetToDetails(asset), asset.serial, asset.imei].flatMap((text) => cutToFound(text ?? '', query) ?? [])
  const where = [order.issueDescription, order.orderNotes, order.additionalRequests].flatMap((text) => cutToFound(text ?? '', query) ?? [])
  const rest = [...phones, ...device, ...where.slice(0, 1)]
  return (
    <Line
      aside={<StatusChip statusId={order.orderStatusId} />}
      second={
        <>
          <Marked text={order.itemDetails} query={query} />
          {(rest.length > 0 ? rest : [order.issueDescription]).map((text) => (
            <span key={text}>
              {' · '}
              <Marked text={text} query={query} />
            </span>
          ))}
        </>
      }
    >
      <span className="font-semibold tabular-nums">{isNamed ? <mark className="rounded-xs bg-warn-soft text-ink">{ticket}</mark> : ticket}</span>
      {former !== undefined && <span className="text-muted tabular-nums"> {t.former({ ticket: toTicket(prefix, former) })}</span>}{' '}
      <Marked text={customer?.name ?? ''} query={query} />
    </Line>
  )
}

const toPhones = ({ countryCode, phone, alternateCountryCode, alternatePhone }: Customer): string[] =>
  [phoneToText(countryCode, phone), phoneToText(alternateCountryCode, alternatePhone)].filter((text) => text !== '')

function CustomerFound({ customer, query }: { customer: Customer; query: FindQuery }) {
  const mail = customer.email === null || customer.email === '' ? [] : [customer.email]
  return (
    <Line icon={<UserRound aria-hidden="true" />} second={<Marked text={[...toPhones(customer), ...mail].join(' · ') || t.noPhone()} query={query} />}>
      <Marked text={customer.name} query={query} />
    </Line>
  )
}

function ProductFound({ product, query }: { product: Product; query: FindQuery }) {
  return (
    <Line
      icon={<Package aria-hidden="true" />}
      aside={<span className="text-sm text-muted tabular-nums">{t.inStock({ count: product.inventoryCount })}</span>}
      second={product.sku === null || product.sku === '' ? undefined : <Marked text={product.sku} query={query} />}
    >
      <Marked text={product.name} query={query} />
    </Line>
  )
}
