import { orders } from '../../collections/work/orders.ts'
import { describeDeviceCodes } from '../../values/assets/device-codes.ts'
import { foldText } from '../../values/customer-match.ts'
import { readAmount, readDate } from './read-cells.ts'
import { type ReadPhone, readPhone } from './read-phones.ts'
import { type Read, type ReadingRules, type RowCells, toCustomerName } from './row-cells.ts'
import { filledOnly, findValueIssues, type Values } from './shape-issues.ts'
import { readStatus } from './status-words.ts'

export type OrderRow = {
  /** Equal keys are the same order, even if a file is imported twice. */
  key: string
  customer: { name: string; phone: ReadPhone | null; email: string | null }
  values: Values
  /** Null if the file has none. */
  createdAt: string | null
  /** Negative if more was refunded than paid. */
  paid: number
  cost: number
}

export type OrderRules = ReadingRules & { employeeIdOf: (foldedName: string) => string | undefined }

const anyId = '00000000-0000-4000-8000-000000000000'

export function readOrderRow(cellOf: RowCells, { dateOrder, countryCode, employeeIdOf }: OrderRules): Read<OrderRow> {
  const reasons: string[] = []
  const read = <Value>(field: string, label: string, what: string, reader: (text: string) => Value | null): Value | null => {
    const text = cellOf(field)
    const value = text === '' ? null : reader(text)
    if (text !== '' && value === null) reasons.push(`${label} is not ${what}: ${text}`)
    return value
  }
  const toDate = (text: string): string | null => readDate(text, dateOrder)
  const createdAt = read('createdAt', 'Created', 'a date', toDate)
  const due = read('due', 'Due', 'a date', toDate)
  const paid = read('paid', 'Paid', 'an amount', readAmount) ?? 0
  const cost = Math.abs(read('cost', 'Cost', 'an amount', readAmount) ?? 0)
  const phone = read('phone', 'Phone', 'a phone number', (text) => readPhone(text, countryCode))
  const name = toCustomerName(cellOf)
  const email = cellOf('email').toLowerCase()
  if (name === '') reasons.push('The customer is empty')
  const device = cellOf('device') || [cellOf('brand'), cellOf('model')].filter(Boolean).join(' ')
  const issue = cellOf('issue')
  const status = readStatus(cellOf('status'))
  const assignee = cellOf('assignee')
  const assignedEmployeeId = assignee === '' ? undefined : employeeIdOf(foldText(assignee))
  const { ticket, number, isPlain } = readTicket(cellOf('ticket'))
  const notes = [
    cellOf('notes'),
    describeDeviceCodes(cellOf('serial')),
    !isPlain && `Ticket there: ${ticket}`,
    !status.isKnown && `Status there: ${cellOf('status')}`,
    assignee !== '' && assignedEmployeeId === undefined && `Assigned there: ${assignee}`,
  ]
  const values = filledOnly({
    itemDetails: device || issue,
    issueDescription: issue || device,
    orderStatusId: status.id,
    quotedCost: toQuote(cellOf('quote')),
    dueTimestamp: due,
    assignedEmployeeId,
    orderNotes: notes.filter(Boolean).join('\n'),
    number,
  })
  reasons.push(...findValueIssues(orders, { ...values, customerId: anyId }))
  if (reasons.length > 0) return { refusal: [...new Set(reasons)].join('; ') }
  const what = ticket === '' ? [phone?.phone ?? '', email, device, issue] : [ticket]
  const key = JSON.stringify(['order', foldText(name), cellOf('createdAt'), ...what])
  return { row: { key, customer: { name, phone, email: email || null }, values, createdAt, paid, cost } }
}

/** A quote is free text; amounts in it are normalised. */
function toQuote(text: string): string {
  const amount = readAmount(text)
  return amount === null || amount < 0 ? text : amount.toFixed(2).replace(/\.00$/, '')
}

const numberMax = 1_000_000_000

/** Longer numbers are dates or system-wide ids, not a shop's ticket numbers. */
export const ownNumberMax = 999_999

/** The highest importable ticket of a file. The shop's own numbers continue after it, so that printed tickets stay unambiguous. */
export const findHighestTicket = (texts: Iterable<string>): number => {
  let highest = 0
  for (const text of texts) {
    const { number = 0 } = readTicket(text)
    if (number <= ownNumberMax) highest = Math.max(highest, number)
  }
  return highest
}

/** `#1042` and `RD-1042` are 1042; the rest of the text is kept as a note. */
function readTicket(text: string): { ticket: string; number: number | undefined; isPlain: boolean } {
  const ticket = text.trim()
  const digits = /(\d+)\D*$/.exec(ticket)?.[1] ?? ''
  const number = Number(digits)
  const isNumber = digits !== '' && number >= 1 && number <= numberMax
  return { ticket, number: isNumber ? number : undefined, isPlain: ticket === '' || (isNumber && /^#?\d+$/.test(ticket)) }
}
