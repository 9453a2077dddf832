import type { ShopFormat } from '#schema/rules/shop/format.ts'
import type { PaperOrder, PaperSize } from '../paper.ts'
import { Fact, ListFact } from '#web/sheets/sheet-parts.tsx'
import { testToText } from './receipt-sheet.tsx'
import { TitleLine } from './title-line.tsx'
import { usePaperTexts } from '#web/sheets/paper-texts.tsx'

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
