import type { CsvLine } from '#schema/rules/import/csv-lines.ts'
import { toFieldLabel } from '#web/language/field-label.ts'
import { findField, type ImportColumn, readingToLabel, type ColumnReading } from '#schema/rules/import/import-columns.ts'
import { importFields, type ImportKind, type ImportField } from '#schema/rules/import/import-fields.ts'
import type { ReadingRules } from '#schema/rules/import/row-cells.ts'
import { Select } from '#web/ui/controls/select.tsx'
import { t } from './tables-texts.ts'
import { type CellRules, type CellValue, readCell } from '#schema/rules/import/read-cell.ts'
import type { ShopFormat } from '#schema/rules/shop/format.ts'
import { formatPhone, keepDigits } from '#schema/values/phone.ts'
import { orderStatusById } from '#schema/values/order-status.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'

type ColumnsTableProps = {
  kind: ImportKind
  columns: readonly ImportColumn[]
  lines: readonly CsvLine[]
  /** Undefined until the table is parsed. */
  rules: ReadingRules | undefined
  isDisabled: boolean
  onChange: (columns: readonly ImportColumn[]) => void
}

const previewLines = 20

/** A preview with the parsed values, and a select for the field of each column. */
export function ColumnsTable({ kind, columns, lines, rules, isDisabled, onChange }: ColumnsTableProps) {
  const options = importFields[kind].map(({ name, label }) => ({ value: name, label: toFieldLabel(label) }))
  const choose = (place: number, field: string): void =>
    onChange(columns.map((column, at) => (at === place ? { header: column.header, field: field === '' ? null : field } : column)))
  const shown = lines.slice(0, previewLines)
  return (
    <div className="mt-4">
      <h4 className="font-semibold">{t.columns()}</h4>
      <p className="text-sm text-muted">
        {t.linesOf({ count: lines.length })} {lines.length > previewLines ? t.firstShown({ count: previewLines }) : ''} {t.leftOutText()}
      </p>
      {/* Scrolled with the keys as well, where the table is wider than the dialog. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="region" aria-label={t.preview()} tabIndex={0} className="mt-2 max-h-96 overflow-auto rounded-md border border-line">
        <table className="w-max min-w-full border-collapse text-sm">
          <thead className="sticky top-0 z-1 bg-sunken text-left">
            <tr>
              {columns.map(({ header, field }, place) => {
                const reading = rules?.columns[place]?.reading
                return (
                  // Columns have no names of their own: two can have one header.
                  // oxlint-disable-next-line react/no-array-index-key
                  <th key={place} scope="col" className="min-w-44 p-2 align-top font-normal">
                    <span className="block max-w-64 truncate pb-1 text-muted">{header === '' ? t.column({ number: place + 1 }) : header}</span>
                    <Select
                      aria-label={header === '' ? t.whatColumnIs({ number: place + 1 }) : t.whatIs({ column: header })}
                      value={field ?? ''}
                      disabled={isDisabled}
                      placeholder={t.leftOut()}
                      options={options}
                      onChange={({ target }) => choose(place, target.value)}
                    />
                    {field !== null && reading !== undefined && <span className="block pt-1 text-xs text-muted">{readingToLabel(reading, t)}</span>}
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {shown.map((line) => (
              <tr key={line.line} className="border-t border-line align-top">
                {'cells' in line ? (
                  columns.map(({ field: name }, place) => {
                    const text = line.cells[place] ?? ''
                    const field = findField(kind, name)
                    return (
                      // oxlint-disable-next-line react/no-array-index-key
                      <td key={place} className={field === undefined ? 'p-2 text-muted' : 'p-2'}>
                        <span className="line-clamp-2 max-w-64 wrap-anywhere">{text.slice(0, shownLength)}</span>
                        {field !== undefined && rules !== undefined && (
                          <ReadCellText field={field} text={text} reading={rules.columns[place]?.reading} rules={rules} />
                        )}
                      </td>
                    )
                  })
                ) : (
                  <td colSpan={columns.length} className="p-2 text-danger">
                    {t.lineIs({ line: line.line, text: line.refusal })}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

const shownLength = 500

type ReadCellTextProps = { field: ImportField; text: string; reading: ColumnReading | undefined; rules: CellRules }

/** The parsed value of a cell, if it differs from the text. */
function ReadCellText({ field, text, reading, rules }: ReadCellTextProps) {
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
