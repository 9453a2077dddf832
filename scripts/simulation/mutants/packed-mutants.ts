import type { Mutant } from './faults.ts'

/** Faults of the packed row store. What they break needs two tabs, or a look between two steps: its model looks for them (`packed-model-run.ts`). */
export const packedMutants: readonly Mutant[] = [
  {
    name: 'a compaction drops a row of the overlay',
    snippets: [
      {
        find: 'const living = rows.filter(({ document }) => !document._deleted)',
        replace: 'const living = rows.filter(({ document }) => !document._deleted).slice(1)',
      },
    ],
  },
  {
    name: 'a tab reads segments that another has replaced',
    snippets: [
      {
        find: 'return { result: undefined, isOtherGeneration: true, rows, heads, nextNo: state.nextNo + rest.length, gone: { heads: old, rows: gone } }',
        replace: 'return { result: undefined }',
      },
    ],
  },
  {
    name: 'a tab does not hear of the changes of another',
    snippets: [{ find: 'if (stored.change <= this.#state.change) return const', replace: 'if (stored.change >= 0) return\nconst' }],
  },
  {
    name: 'a compaction takes a row out of the overlay that has changed meanwhile',
    snippets: [{ find: 'if (now.change === row.change && !row.document._deleted) gone.push(row)', replace: 'if (!row.document._deleted) gone.push(row)' }],
  },
  {
    name: 'a compaction takes segments that are in use for leftovers',
    snippets: [{ find: 'stored.filter((no) => !named.has(no))', replace: 'stored.filter((no) => named.has(no))' }],
  },
  {
    name: 'a compaction that was overtaken puts its segments in place',
    snippets: [{ find: 'if (now === undefined || now.masks !== row.masks) throw new OvertakenError()', replace: 'if (now === undefined) continue' }],
  },
  {
    name: 'a compaction leaves in a segment what the overlay has in its place',
    snippets: [
      { find: '!hiddenHashes.has(hash) || !hidden.has(layout.primaryOf(key))', replace: '!hiddenHashes.has(hash) || hidden.has(layout.primaryOf(key))' },
    ],
  },
  {
    name: 'an equal hash is taken for an equal key',
    snippets: [{ find: 'if (wanted.has(key)) found.set(key, document)', replace: "found.set(wanted.has(key) ? key : (elsewhere[0] ?? ''), document)" }],
  },
  {
    name: 'an equal hash is taken for an equal value of a field',
    snippets: [{ find: 'if (wanted.has(document[field]) && !overlay.has(', replace: 'if (wanted.size > 0 && !overlay.has(' }],
  },
  {
    name: 'a scan repeats rows after a compaction',
    snippets: [{ find: 'seen = givenNow() }', replace: 'seen = new Set()\n}' }],
  },
  {
    name: 'a scan repeats rows that changed while it read',
    snippets: [{ find: '? givenNow() : new Set()', replace: '? new Set() : new Set()' }],
  },
  {
    name: 'numbers begin anew in a database that was emptied',
    snippets: [{ find: '1 + Math.floor(Math.random() * 2 ** 48)', replace: '1' }],
  },
  {
    name: 'a segment is given the columns of another',
    snippets: [{ find: '[{ head, sheets: packColumns(rule, head, rows', replace: '[{ head, sheets: packColumns(rule, made[0]?.head ?? head, rows' }],
  },
  {
    name: 'columns show what the overlay has in its place',
    snippets: [{ find: 'overlay.has(sheet.primaryAt(place))) sheet.leaveOut(place)', replace: 'overlay.has(sheet.primaryAt(place))) sheet.leaveOut(-1)' }],
  },
  {
    name: 'columns are found by an equal hash',
    snippets: [{ find: 'sheet !== undefined && overlay.has(sheet.primaryAt(place))', replace: 'sheet !== undefined' }],
  },
  {
    name: 'columns stay behind when their segment goes',
    snippets: [{ find: 'bulkDelete(heads.flatMap((head) => columnsKeysOf(store, head)))', replace: 'bulkDelete([])' }],
  },
  {
    name: 'a deleted row is forgotten while a segment still holds it',
    snippets: [{ find: 'meant.filter(({ masks }) => masks === null)', replace: 'meant.filter(({ masks }) => masks !== undefined)' }],
  },
  {
    name: 'an older state in a record of several comes over a newer one',
    snippets: [{ find: 'one.change - other.change || Number', replace: 'other.change - one.change || Number' }],
  },
  {
    name: 'a row that goes stays in its record of several',
    snippets: [{ find: 'if (touched.length === 0) return', replace: 'if (touched.length >= 0) return' }],
  },
  {
    name: 'a page of new rows takes the place of what is known',
    snippets: [{ find: '(stored.has(primary) ? [] : [{ primary, document }])', replace: '[{ primary, document }]' }],
  },
]
