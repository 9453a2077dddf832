import type { ShopFormat } from '#schema/rules/shop/format.ts'
import type { PaperOrder, PaperSize } from '../paper.ts'
import { Fact, ListFact } from '#web/sheets/sheet-parts.tsx'
import { TitleLine } from './title-line.tsx'

type JobSheetProps = { order: PaperOrder; size: PaperSize; format: ShopFormat; withPasscode: boolean }

/** The sheet for the bench: with notes, without money; the passcode only on request. */
export function JobSheet({ order, size, format, withPasscode }: JobSheetProps) {
  const marks = [order.isPriority && 'Priority', order.isRepeat && 'Repeat'].filter(Boolean).join(' · ')
  return (
    <>
      <TitleLine title="Job sheet" order={order} date={format.date(order.createdAt)} size={size}>
        {marks !== '' && <p className="paper-marks">{marks}</p>}
      </TitleLine>
      <dl className="paper-facts">
        <Fact label="Device" text={order.device} />
        <Fact label="Serial number" text={order.serial} />
        <Fact label="IMEI" text={order.imei} />
        <Fact label="Passcode" text={withPasscode ? order.passcode : undefined} />
        <Fact label="Issue" text={order.issue} />
        <Fact label="Requests" text={order.requests} />
        <Fact label="Notes" text={order.notes} />
        <ListFact label="Parts and labour" items={order.lines} />
        <ListFact label="Handed in" items={order.handedIn.map((text) => ({ text }))} />
        <ListFact label="Tests" items={order.tests.map(({ text, results }) => ({ text: `${text}: ${results}` }))} />
        <Fact label="Due" text={order.dueAt === null ? null : `${format.date(order.dueAt)}, ${format.time(order.dueAt)}`} />
        <Fact label="Status" text={order.status} />
        <Fact label="Assigned to" text={order.assignee} />
        <Fact label="Customer" text={order.customerName} />
        <ListFact label="Phone" items={order.customerPhones.map((text) => ({ text }))} />
      </dl>
      <div className="paper-room" aria-hidden="true" />
    </>
  )
}
