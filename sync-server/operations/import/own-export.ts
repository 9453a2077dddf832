import { unguardText } from '#schema/rules/money/csv.ts'
import { orderStatuses } from '#schema/values/order-status.ts'
import { parseDatedText } from '#schema/rules/merge/dated-text.ts'
import { parseAmount } from '#schema/values/money.ts'
import { readPhone } from '#schema/rules/import/read-phones.ts'
import { isPhone, keepDigits } from '#schema/values/phone.ts'
import { reportCsvColumns } from '#schema/rules/money/report-csv.ts'
import type { ImportFormat, ImportRecord } from './record.ts'

const statusIdByFoldedName = new Map(orderStatuses.map(({ id, statusName }) => [statusName.toLowerCase(), id]))

type Column = (typeof reportCsvColumns)[number]

/** Mainspring's own report CSV. Totals become one payment and one cost. */
export const ownExportFormat: ImportFormat = {
  name: 'Mainspring report',
  requiredColumns: reportCsvColumns,
  rowToRecord(row) {
    const cell = (name: Column): string => unguardText((row[name] ?? '').trim())
    const reasons: string[] = []
    const required = (name: Column): string => {
      const value = cell(name)
      if (value === '') reasons.push(`${name} is empty`)
      return value
    }
    const total = (name: 'Total Payments' | 'Total Costs'): number | undefined => {
      const text = toPlainAmount(cell(name)).replace(/^-/, '')
      if (text === '') return undefined
      const amount = parseAmount(text)
      if (amount === null) reasons.push(`${name} is not an amount: ${cell(name)}`)
      return amount === null || amount === 0 ? undefined : amount
    }
    const name = required('Customer Name')
    const itemDetails = required('Device Details')
    const issueDescription = required('Issue Description')
    const statusId = statusIdByFoldedName.get(cell('Status').toLowerCase())
    if (statusId === undefined) reasons.push(`Status is not known: ${cell('Status')}`)
    const createdAt = textToInstant(cell('Order Creation Date'))
    if (createdAt === undefined) reasons.push(`Order Creation Date is not a date: ${cell('Order Creation Date')}`)
    const paymentAmount = total('Total Payments')
    const costAmount = total('Total Costs')
    const phone = splitPhone(cell('Customer Phone'))
    if (phone === undefined) reasons.push(`Customer Phone is not a phone number: ${cell('Customer Phone')}`)
    if (reasons.length > 0 || statusId === undefined || createdAt === undefined || phone === undefined) return { refusal: reasons.join('; ') }
    const record: ImportRecord = {
      key: JSON.stringify([name, phone.phone ?? '', itemDetails, issueDescription, createdAt]),
      customer: {
        key: `customer:${name}:${phone.countryCode ?? ''}${phone.phone ?? ''}`,
        values: { name, ...phone, ...(phone.phone === undefined && { noPhone: true }) },
      },
      order: { itemDetails, issueDescription, orderStatusId: statusId, quotedCost: cell('Quote') || undefined, orderNotes: null },
      createdAt,
      paymentAmount,
      // Refunds exceed payments.
      ...(paymentAmount !== undefined && toPlainAmount(cell('Total Payments')).startsWith('-') && { isRefund: true }),
      costAmount,
    }
    return { record }
  },
}

const toPlainAmount = (text: string): string => text.replace(/[$,\s]/g, '')

function splitPhone(text: string): { countryCode?: string; phone?: string } | undefined {
  if (text === '') return {}
  // As the export writes it; a spreadsheet may have changed it since.
  const { code, number = '' } = /^\+(?<code>\d{1,4})[\s-]+(?<number>\d[\d\s-]*)$/.exec(text)?.groups ?? {}
  const phone = keepDigits(number)
  if (code !== undefined && isPhone(phone)) return { countryCode: `+${code}`, phone }
  return readPhone(text, '+1') ?? undefined
}

/** `2026-03-01`, an ISO instant (UTC without a zone), or `M/D/YYYY` as spreadsheets rewrite it. */
function textToInstant(text: string): string | undefined {
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)
  const day = american === null ? text : `${american[3]}-${american[1]?.padStart(2, '0')}-${american[2]?.padStart(2, '0')}`
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(day) ? `${day}T12:00:00.000Z` : day
  if (!/^\d{4}-\d{2}-\d{2}T/.test(instant)) return undefined
  const time = parseDatedText(instant)
  if (Number.isNaN(time)) return undefined
  const canonical = new Date(time).toISOString()
  // Refuse 2026-02-31 instead of shifting it to March.
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !canonical.startsWith(day) ? undefined : canonical
}
