import { orders } from '../../collections/work/orders.ts'
import { describeDeviceCodes } from '../../values/assets/device-codes.ts'
import { foldText } from '../../values/customer-match.ts'
import { orderStatusIdByName } from '../../values/order-status.ts'
import { futureProblem } from './read-cell.ts'
import type { ReadPhone } from './read-phones.ts'
import { type Read, type ReadingRules, type RowCells, toKeptNote } from './row-cells.ts'
import { filledOnly, findValueIssues, type Values } from './shape-issues.ts'

export type OrderRow = {
  /** Equal keys are the same order, even if a file is imported twice. */
  key: string
  customer: { name: string; company: string; phone: ReadPhone | null; email: string | null }
  values: Values
  /** Null if the file has none. */
  createdAt: string | null
  /** Negative if more was refunded than paid. */
  paid: number
  cost: number
}

const anyId = '00000000-0000-4000-8000-000000000000'

const ticketLabel = 'Ticket'

/** The line of the notes that keeps a ticket such as `RD-1042/2`, which is not a number. */
export const toTicketNote = (ticket: string): string => toKeptNote(ticketLabel, ticket)

const unnamedDevice = 'No device named'

export function readOrderRow(cells: RowCells, { employeeIdOf }: Pick<ReadingRules, 'employeeIdOf'>): Read<OrderRow> {
  const { main: phone, other } = cells.toPhones('phone')
  if (other !== null) cells.keep('phone', `${other.countryCode} ${other.phone}`)
  const email = cells.read<'email'>('email')
  const { name, company } = cells.toCustomerName(phone, email)
  if (name === '') return { refusal: 'The customer is empty' }
  const createdAt = cells.read<'date'>('createdAt')
  const device = joinDevice([cells.text('brand'), cells.text('model'), cells.text('device')])
  const issue = cells.text('issue')
  const serial = cells.text('serial')
  const assignee = cells.text('assignee')
  const assignedEmployeeId = assignee === '' ? undefined : employeeIdOf?.(foldText(assignee))
  const { ticket, number, isPlain } = readTicket(cells.text('ticket'))
  if (!isPlain) cells.keep('ticket', ticket, undefined, ticketLabel)
  const orderStatusId = cells.read<'status'>('status') ?? orderStatusIdByName.Diagnosis
  const quotedCost = cells.read<'quote'>('quote')
  const dueTimestamp = cells.read<'date'>('due')
  const paid = cells.read<'amount'>('paid') ?? 0
  const cost = Math.abs(cells.read<'amount'>('cost') ?? 0)
  if (assignee !== '' && assignedEmployeeId === undefined) cells.keep('assignee', assignee, employeeIdOf && 'is nobody who works here', 'Assigned')
  const values = filledOnly({
    itemDetails: device || issue || unnamedDevice,
    issueDescription: issue || device || unnamedDevice,
    orderStatusId,
    quotedCost,
    dueTimestamp,
    assignedEmployeeId,
    orderNotes: cells.toNotes([cells.text('notes'), describeDeviceCodes(serial)]),
    number,
  })
  // Without its date the order would be one of today.
  const future = cells.warnings.find(({ kind }) => kind.endsWith(futureProblem))
  if (future !== undefined) return { refusal: `${future.kind}: ${future.text}` }
  const issues = findValueIssues(orders, { ...values, customerId: anyId })
  if (issues.length > 0) return { refusal: issues.join('; ') }
  const what = ticket === '' ? [phone?.phone ?? '', email ?? '', device, issue] : [ticket]
  // The date as the file writes it: the moment that it means depends on the shop's zone, which may be set between two imports.
  const key = JSON.stringify(['order', foldText(name), cells.written('createdAt'), ...what])
  return { row: { key, customer: { name, company, phone, email }, values, createdAt, paid, cost }, warnings: cells.warnings }
}

/** 'Apple', 'iPhone 12' and 'Apple iPhone 12 black' are the last one. */
const joinDevice = (parts: readonly string[]): string =>
  parts
    .filter((part, place) => part !== '' && !parts.some((other, at) => at !== place && containsText(other, part) && (!containsText(part, other) || at < place)))
    .join(' ')

const containsText = (text: string, part: string): boolean => foldText(text).includes(foldText(part))

const numberMax = 1_000_000_000

/** Longer numbers are dates or system-wide ids, not a shop's ticket numbers. */
export const ownNumberMax = 999_999

/** The number that the shop could also give to another order; 0 if none. */
export function toOwnNumber(ticket: string): number {
  const { number = 0 } = readTicket(ticket.trim())
  return number <= ownNumberMax ? number : 0
}

const ticketMaxLength = 100

/**
 * `#1042` and `RD-1042` are 1042; the rest of the text is kept as a note. `2026-0012` and `RD-1042/2` hold more than one
 * number, so none of them is the ticket's.
 */
function readTicket(text: string): { ticket: string; number: number | undefined; isPlain: boolean } {
  const ticket = text.length > ticketMaxLength ? '' : text
  const digits = /^[^\d]*(\d+)$/.exec(ticket.replace(/^(\d+)\.0$/, '$1'))?.[1] ?? ''
  const number = Number(digits)
  const isNumber = digits !== '' && number >= 1 && number <= numberMax
  return { ticket, number: isNumber ? number : undefined, isPlain: ticket === '' || (isNumber && /^#?[1-9]\d*(?:\.0)?$/.test(ticket)) }
}
