import type { PackedLayout } from './packed-layout.ts'
import type { OverlayPack, OverlayRow, PackedDocument, PackedTables } from './packed-tables.ts'

const packPrefix = 'pack/'

/** `before`: the row of the overlay that it takes the place of; `stored`: the document that is stored until now, if any is. */
export function toOverlayRow(
  { partOf }: PackedLayout,
  { group, primary, document, change }: Pick<OverlayRow, 'group' | 'primary' | 'document' | 'change'>,
  before: OverlayRow | undefined,
  stored: PackedDocument | undefined,
): OverlayRow {
  return {
    id: `${group}/${primary}`,
    group,
    part: partOf(document),
    primary,
    change,
    masks: before !== undefined ? before.masks : stored === undefined ? null : partOf(stored),
    // Whoever wrote it may write on in theirs.
    document: { ...document, _meta: { ...document._meta } },
  }
}

/** How the rows that one change wrote are stored: from so many on together, because as many records take twenty times as long. */
export function toOverlayRecords(rows: readonly OverlayRow[], change: number, packFromRows: number): (OverlayRow | OverlayPack)[] {
  return rows.length < packFromRows ? [...rows] : [{ id: `${packPrefix}${change}`, change, rows }]
}

/** The rows of some records, what is newer behind what is older. */
export function recordsToRows(records: readonly (OverlayRow | OverlayPack)[]): OverlayRow[] {
  // A row of its own that is as new as a pack's was rewritten since.
  const inOrder = records.toSorted((one, other) => one.change - other.change || Number(isPack(other)) - Number(isPack(one)))
  return inOrder.flatMap((record) => (isPack(record) ? record.rows : [record]))
}

/** Inside a transaction that writes: every state of these rows goes, also those that newer ones took the place of. */
export async function removeOverlayRows({ overlay }: Pick<PackedTables, 'overlay'>, rows: readonly OverlayRow[]): Promise<void> {
  if (rows.length === 0) return
  const ids = new Set(rows.map(({ id }) => id))
  await overlay.bulkDelete([...ids])
  const packs = (await overlay.where('id').startsWith(packPrefix).toArray()).filter(isPack)
  const touched = packs.map((pack) => ({ pack, rest: pack.rows.filter(({ id }) => !ids.has(id)) })).filter(({ pack, rest }) => rest.length < pack.rows.length)
  if (touched.length === 0) return
  await overlay.bulkDelete(touched.map(({ pack }) => pack.id))
  await overlay.bulkPut(touched.flatMap(({ pack, rest }) => (rest.length === 0 ? [] : [{ ...pack, rows: rest }])))
}

const isPack = (record: OverlayRow | OverlayPack): record is OverlayPack => 'rows' in record
