import { useEffect, useMemo, useState } from 'react'
import { sumBalances } from '#schema/rules/money/balance.ts'
import { toWaysToPay } from '#schema/rules/money/pay-online.ts'
import type { ShopFormat } from '#schema/rules/shop/format.ts'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useBootstrap, useIsFirstSync } from '#web/device/react/use-device.ts'
import { useShopLogo } from '#web/device/react/use-shop-logo.ts'
import { useSharedOrigin } from '#web/inputs/shared-origin.tsx'
import { regionalToFormat } from '#web/inputs/shop-format.tsx'
import { useShopProfile } from '#web/inputs/use-shop-profile.ts'
import { useOrderStatuses } from '#web/inputs/use-status-name.ts'
import { type DialogRequest, openDialog } from '#web/navigation/dialogs.ts'
import { runAction } from '#web/navigation/notify.ts'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { LabelWarning, useLabelFits } from './label-warning.tsx'
import {
  type OrderPaperKind,
  orderPaperKinds,
  paperNameByKind,
  type PaperOrder,
  type PaperShop,
  type PaperSize,
  sizeByReceiptPaper,
  toLabelSize,
} from './paper.ts'
import { Paper } from './paper-stack.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { readPaperOrders, toPaperShop } from './read-papers.ts'
import { DeviceLabel } from './sheets/label-sheets.tsx'
import { ReceiptSheet, testToText } from './sheets/receipt-sheet.tsx'
import { VisitReceiptSheet } from './sheets/visit-receipt-sheet.tsx'
import type { Language } from '#schema/language/pick-language.ts'
import { toLocale } from '#schema/rules/customers/customer-language.ts'
import { PaperLanguage, usePaperTexts } from '#web/sheets/paper-texts.tsx'
import { common } from '#web/language/common-texts.ts'
import { countToText } from '#web/language/staff-texts.ts'
import { t } from './printing-texts.ts'
import { Fact, ListFact } from '#web/sheets/sheet-parts.tsx'
import { TitleLine } from './sheets/title-line.tsx'

type OrderPapersProps = {
  shopId: string
  orderIds: readonly string[]
  paper?: OrderPaperKind | undefined
  /** One receipt for all orders, if they are of one customer. */
  asOne?: boolean | undefined
  back?: DialogRequest | undefined
  onClose: () => void
}

export function OrderPapersDialog({ shopId, orderIds, paper = 'drop-off', asOne = false, back, onClose }: OrderPapersProps) {
  const device = useDevice()
  const shop = useBootstrap()?.shops.find(({ id }) => id === shopId)
  const parts = useMemo(() => toPaperParts(orderIds), [orderIds])
  const [place, setPlace] = useState(0)
  const part = parts[place] ?? parts[0]
  const orders = usePaperOrders(shopId, part?.ids ?? [])
  const logo = useShopLogo(shopId)
  const [kind, setKind] = useState<OrderPaperKind>(paper)
  const profile = useShopProfile(shopId)
  const [sheetKey, setSheetKey] = useState<string>(profile.receiptPaper)
  const [isOne, setIsOne] = useState(asOne)
  const [withPasscode, setWithPasscode] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const sizes = Object.values(sizeByReceiptPaper)
  const size = kind === 'device-label' ? toLabelSize(profile) : (sizes.find(({ key }) => key === sheetKey) ?? sizeByReceiptPaper.A4)
  const [printedAt] = useState(() => correctedNow().toISOString())
  const paperShop = useMemo(() => (shop === undefined ? undefined : toPaperShop(shop, logo)), [shop, logo])
  const isLoading = useIsFirstSync() && hasBalance(kind)
  const chosen = isLoading ? [] : orders?.filter(({ orderId }) => !left.has(orderId))
  const fits = useLabelFits()
  const joined = hasBalance(kind) ? toVisit(chosen ?? []) : undefined
  const visit = isOne ? joined : undefined
  // Labels and job sheets stay in the shop.
  const toLanguage = (order: PaperOrder): Language => (hasBalance(kind) ? order.language : profile.language)
  const toFormat = (order: PaperOrder) => regionalToFormat({ ...profile, locale: toLocale(toLanguage(order), profile) })
  const hasPasscode = chosen?.some(({ passcode }) => passcode !== undefined) === true

  /** Log each printed passcode, as when it is revealed on screen. */
  const showPasscodes = async (isWanted: boolean): Promise<void> => {
    const shown = chosen?.filter(({ passcode }) => passcode !== undefined) ?? []
    const noteLooks = (): Promise<unknown> =>
      device.write(
        shopId,
        shown.map(({ orderId }) => ({ action: 'create', collection: 'passcode_views', values: { orderId } })),
      )
    if (!isWanted) return setWithPasscode(false)
    if ((await runAction({ run: noteLooks, failure: t.passcodeFailed() })).ok) setWithPasscode(true)
  }

  return (
    <PreviewDialog
      title={orderIds.length === 1 ? common.print() : t.printFor({ count: countToText(orderIds.length) })}
      size={size}
      sheets={
        paperShop &&
        chosen &&
        (visit === undefined
          ? chosen.map((order, place) => (
              <Paper key={order.orderId} size={size} place={place}>
                <PaperLanguage language={toLanguage(order)}>
                  <OrderSheet
                    kind={kind}
                    shop={paperShop}
                    order={order}
                    size={size}
                    format={toFormat(order)}
                    printedAt={printedAt}
                    withPasscode={withPasscode}
                    onFit={(parts) => fits.note(toLabelKey(size, order), parts)}
                  />
                </PaperLanguage>
              </Paper>
            ))
          : [
              <Paper key="visit" size={size} place={0}>
                <PaperLanguage language={toLanguage(visit[0])}>
                  <VisitReceiptSheet
                    kind={kind === 'pick-up' ? kind : 'drop-off'}
                    shop={paperShop}
                    orders={visit}
                    pay={toWaysToPay(profile, {
                      shopName: paperShop.name,
                      balance: sumBalances(visit.map(({ balance }) => balance)),
                      ticket: visit.map(({ ticket }) => ticket).join(' '),
                    })}
                    size={size}
                    format={toFormat(visit[0])}
                    printedAt={printedAt}
                  />
                </PaperLanguage>
              </Paper>,
            ])
      }
      emptyText={isLoading ? common.loadingPayments() : orders?.length === 0 ? t.orderNotHere() : t.noneChosen()}
      onClose={() => (back === undefined ? onClose() : openDialog(back))}
      choices={
        <>
          {parts.length > 1 && (
            <>
              <p className="w-full">{t.inParts({ count: papersAtOnce })}</p>
              <Field label={t.part()} className="w-72 max-w-full">
                <Select
                  value={String(place)}
                  onChange={(event) => setPlace(Number(event.target.value))}
                  options={parts.map(({ name }, value) => ({ value: String(value), label: name }))}
                />
              </Field>
            </>
          )}
          <Field label={t.paper()} className="w-48">
            <Select
              value={kind}
              onChange={(event) => setKind(orderPaperKinds.find((known) => known === event.target.value) ?? kind)}
              options={orderPaperKinds.map((value) => ({ value, label: paperNameByKind[value] }))}
            />
          </Field>
          <Field label={t.size()} className="w-48">
            {kind === 'device-label' ? (
              <Select key="label" value={size.key} disabled options={[{ value: size.key, label: size.name }]} />
            ) : (
              <Select
                value={size.key}
                onChange={(event) => setSheetKey(event.target.value)}
                options={sizes.map(({ key, name }) => ({ value: key, label: name }))}
              />
            )}
          </Field>
          {kind === 'job-sheet' && hasPasscode && (
            <Checkbox label={t.withPasscode()} checked={withPasscode} onChange={(event) => void showPasscodes(event.target.checked)} />
          )}
          {joined !== undefined && <Checkbox label={t.oneReceipt()} checked={isOne} onChange={(event) => setIsOne(event.target.checked)} />}
          {orders !== undefined && orders.length > 1 && <OrderChoice orders={orders} left={left} onChange={setLeft} />}
          <LabelWarning size={size} missing={chosen?.map((order) => fits.missing.get(toLabelKey(size, order))) ?? []} />
        </>
      }
    />
  )
}

/** Several orders of one customer; undefined for any others. */
function toVisit([first, ...others]: readonly PaperOrder[]): [PaperOrder, ...PaperOrder[]] | undefined {
  const isOne = others.length > 0 && others.every(({ customerId }) => customerId === first?.customerId)
  return first !== undefined && isOne ? [first, ...others] : undefined
}

/** Labels and job sheets show no money. */
const hasBalance = (kind: OrderPaperKind): boolean => kind !== 'device-label' && kind !== 'job-sheet'

const toLabelKey = (size: PaperSize, { orderId, device, code }: PaperOrder): string => [size.key, orderId, code, device].join('/')

type SheetProps = {
  kind: OrderPaperKind
  shop: PaperShop
  order: PaperOrder
  size: PaperSize
  format: ShopFormat
  printedAt: string
  withPasscode: boolean
  onFit?: (missing: readonly string[]) => void
}

function OrderSheet({ kind, shop, order, size, format, printedAt, withPasscode, onFit }: SheetProps) {
  if (kind === 'device-label') return <DeviceLabel order={order} size={size} format={format} onFit={onFit} />
  if (kind === 'job-sheet') return <JobSheet order={order} size={size} format={format} withPasscode={withPasscode} />
  return <ReceiptSheet kind={kind} shop={shop} order={order} size={size} format={format} printedAt={printedAt} />
}

type OrderChoiceProps = { orders: readonly PaperOrder[]; left: ReadonlySet<string>; onChange: (left: ReadonlySet<string>) => void }

/** Chooses which orders are printed; all at first. */
function OrderChoice({ orders, left, onChange }: OrderChoiceProps) {
  const toggle = (orderId: string, isChosen: boolean): void => onChange(new Set(isChosen ? [...left].filter((one) => one !== orderId) : [...left, orderId]))
  return (
    <fieldset className="w-full">
      <legend className="text-sm font-semibold">{t.orders()}</legend>
      <div className="grid max-h-44 gap-x-4 overflow-y-auto sm:grid-cols-2 lg:grid-cols-3">
        <Checkbox
          label={t.all()}
          checked={left.size === 0}
          onChange={(event) => onChange(new Set(event.target.checked ? [] : orders.map(({ orderId }) => orderId)))}
        />
        {orders.map(({ orderId, ticket, customerName, device }) => (
          <Checkbox
            key={orderId}
            label={<span className="line-clamp-1">{[ticket, customerName, device].join(' · ')}</span>}
            checked={!left.has(orderId)}
            onChange={(event) => toggle(orderId, event.target.checked)}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** Undefined while loading. Read again when an order changes, since its number may still arrive. */
function usePaperOrders(shopId: string, orderIds: readonly string[]): readonly PaperOrder[] | undefined {
  const { rows, files } = useDevice()
  const shop = useBootstrap()?.shops.find(({ id }) => id === shopId)
  const statuses = useOrderStatuses()
  const origin = useSharedOrigin()
  const isFirstSync = useIsFirstSync()
  const [read, setRead] = useState<{ ids: string; orders: readonly PaperOrder[] }>()
  const ids = orderIds.join()
  useEffect(() => {
    if (shop === undefined) return undefined
    let isOver = false
    const statusNames = new Map(statuses.map(({ id, statusName }) => [id, statusName]))
    const readAnew = (): void =>
      void readPaperOrders({ rows, files, shop, orderIds: ids.split(','), origin, statusNames }).then(
        (found) => isOver || setRead({ ids, orders: found }),
        () => isOver || setRead((held) => (held?.ids === ids ? held : { ids, orders: [] })),
      )
    readAnew()
    const stop = rows.watchCollection('orders', readAnew)
    return () => {
      isOver = true
      stop()
    }
    // The end of the first sync brings the payments that were lacking.
  }, [rows, files, shop, statuses, ids, origin, isFirstSync])
  return read?.ids === ids ? read.orders : undefined
}

/** Papers per print job, limited by what a browser can lay out quickly. */
export const papersAtOnce = 200

type PaperPart = { name: string; ids: readonly string[] }

/** Parts in row order. */
export function toPaperParts(ids: readonly string[]): PaperPart[] {
  const count = Math.max(1, Math.ceil(ids.length / papersAtOnce))
  return Array.from({ length: count }, (_, place) => {
    const from = place * papersAtOnce
    const part = ids.slice(from, from + papersAtOnce)
    const name = t.partIs({
      part: countToText(place + 1),
      parts: countToText(count),
      from: countToText(from + 1),
      to: countToText(from + part.length),
    })
    return { name, ids: part }
  })
}

type JobSheetProps = { order: PaperOrder; size: PaperSize; format: ShopFormat; withPasscode: boolean }

/** The sheet for the bench: with notes, without money; the passcode only on request. */
export function JobSheet({ order, size, format, withPasscode }: JobSheetProps) {
  const t = usePaperTexts()
  const marks = [order.isPriority && t.priority(), order.isRepeat && t.repeat()].filter(Boolean).join(' · ')
  return (
    <>
      <TitleLine title={t.jobSheet()} order={order} date={format.date(order.createdAt)} size={size}>
        {marks !== '' && <p className="paper-marks">{marks}</p>}
      </TitleLine>
      <dl className="paper-facts">
        <Fact label={t.device()} text={order.device} />
        <Fact label={t.serialNumber()} text={order.serial} />
        <Fact label={t.imei()} text={order.imei} />
        <Fact label={t.passcode()} text={withPasscode ? order.passcode : undefined} />
        <Fact label={t.issue()} text={order.issue} />
        <Fact label={t.requests()} text={order.requests} />
        <Fact label={t.notes()} text={order.notes} />
        <ListFact label={t.partsAndLabour()} items={order.lines} />
        <ListFact label={t.handedIn()} items={order.handedIn.map((text) => ({ text }))} />
        <ListFact label={t.tests()} items={order.tests.map((test) => ({ text: testToText(test, t) }))} />
        <Fact label={t.due()} text={order.dueAt === null ? null : t.dayAndTime({ day: format.date(order.dueAt), time: format.time(order.dueAt) })} />
        <Fact label={t.status()} text={order.status} />
        <Fact label={t.assignedTo()} text={order.assignee} />
        <Fact label={t.customer()} text={order.customerName} />
        <ListFact label={t.phone()} items={order.customerPhones.map((text) => ({ text }))} />
      </dl>
      <div className="paper-room" aria-hidden="true" />
    </>
  )
}
