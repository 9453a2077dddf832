import type { ColumnReading } from '#schema/rules/import/import-columns.ts'
import type { ImportField } from '#schema/rules/import/import-fields.ts'
import { type CellRules, type CellValue, readCell } from '#schema/rules/import/read-cell.ts'
import type { ShopFormat } from '#schema/rules/shop/format.ts'
import { formatPhone, keepDigits } from '#schema/values/phone.ts'
import { orderStatusById } from '#schema/values/order-status.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { t } from './tables-texts.ts'

type ReadCellTextProps = { field: ImportField; text: string; reading: ColumnReading | undefined; rules: CellRules }

/** The parsed value of a cell, if it differs from the text. */
export function ReadCellText({ field, text, reading, rules }: ReadCellTextProps) {
  const format = useShopFormat()
  const { text: clean, value, problem } = readCell(field, text, reading, rules)
  const shown = toShown(field, value, clean, format)
  return (
    <>
      {shown !== '' && shown !== clean && <span className="block max-w-64 text-xs wrap-anywhere text-muted">{shown}</span>}
      {problem !== undefined && <span className="block text-xs text-warn-ink">{t.staysInNotes()}</span>}
    </>
  )
}

function toShown({ type }: ImportField, value: CellValue | null, text: string, format: ShopFormat): string {
  if (value === null) return ''
  if (typeof value === 'number') return type === 'count' ? String(value) : format.money(value)
  if (typeof value === 'boolean') return value ? t.yes() : t.no()
  if (typeof value !== 'string') {
    const phones = value.map(({ countryCode, phone }) => `${countryCode} ${formatPhone(countryCode, phone)}`).join(', ')
    return keepDigits(phones) === keepDigits(text) ? '' : phones
  }
  if (type === 'date') return /\d[:h]\d/i.test(text) ? `${format.date(value)}, ${format.time(value)}` : format.date(value)
  if (type === 'quote') return format.quote(value)
  return type === 'status' ? (orderStatusById.get(value)?.statusName ?? '') : type === 'text' ? '' : value
}
