import type { CsvLine } from '#schema/rules/import/csv-lines.ts'
import { importFields, type ImportColumn, type ImportKind } from '#schema/rules/import/import-fields.ts'
import { Select } from '#web/ui/controls/select.tsx'

type ColumnsTableProps = {
  kind: ImportKind
  columns: readonly ImportColumn[]
  lines: readonly CsvLine[]
  isDisabled: boolean
  onChange: (columns: readonly ImportColumn[]) => void
}

/** Lines in the preview. */
const previewLines = 20

/** The first lines of the file with a field select above each column. */
export function ColumnsTable({ kind, columns, lines, isDisabled, onChange }: ColumnsTableProps) {
  const options = importFields[kind].map(({ name, label }) => ({ value: name, label }))
  const choose = (place: number, field: string): void =>
    onChange(columns.map((column, at) => (at === place ? { ...column, field: field === '' ? null : field } : column)))
  const shown = lines.slice(0, previewLines)
  return (
    <div className="mt-4">
      <h4 className="font-semibold">Columns</h4>
      <p className="text-sm text-muted">
        {lines.length === 1 ? '1 line.' : `${lines.length.toLocaleString('en-US')} lines.`}{' '}
        {lines.length > previewLines ? `The first ${previewLines} are shown.` : ''} Columns that are left out are not imported.
      </p>
      {/* Focusable, so that a wide table scrolls by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="region" aria-label="Preview" tabIndex={0} className="mt-2 max-h-96 overflow-auto rounded-md border border-line">
        <table className="w-max min-w-full border-collapse text-sm">
          <thead className="sticky top-0 z-1 bg-sunken text-left">
            <tr>
              {columns.map(({ header, field }, place) => (
                // Two columns may have the same header.
                // oxlint-disable-next-line react/no-array-index-key
                <th key={place} scope="col" className="min-w-44 p-2 align-bottom font-normal">
                  <span className="block max-w-64 truncate pb-1 text-muted">{header === '' ? `Column ${place + 1}` : header}</span>
                  <Select
                    aria-label={`What ${header === '' ? `column ${place + 1}` : header} is`}
                    value={field ?? ''}
                    disabled={isDisabled}
                    placeholder="Left out"
                    options={options}
                    onChange={({ target }) => choose(place, target.value)}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((line) => (
              <tr key={line.line} className="border-t border-line align-top">
                {'cells' in line ? (
                  columns.map(({ field }, place) => (
                    // oxlint-disable-next-line react/no-array-index-key
                    <td key={place} className={field === null ? 'p-2 text-muted' : 'p-2'}>
                      <span className="line-clamp-2 max-w-64 wrap-anywhere">{line.cells[place] ?? ''}</span>
                    </td>
                  ))
                ) : (
                  <td colSpan={columns.length} className="p-2 text-danger">
                    Line {line.line}: {line.refusal}
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
