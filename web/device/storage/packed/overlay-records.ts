import type { PackedLayout } from './packed-layout.ts'
import type { OverlayPack, OverlayRow, PackedDocument, PackedTables } from './packed-tables.ts'

const packPrefix = 'pack/'

/** `before`: the overlay row to replace; `stored`: the stored document, if any. */
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
    // Copied, as the caller may go on changing its object.
    document: { ...document, _meta: { ...document._meta } },
  }
}

/** Records for the rows of one change: from `packFromRows` rows on, one record for all, as separate records take twenty times as long. */
export function toOverlayRecords(rows: readonly OverlayRow[], change: number, packFromRows: number): (OverlayRow | OverlayPack)[] {
  return rows.length < packFromRows ? [...rows] : [{ id: `${packPrefix}${change}`, change, rows }]
}

/** The rows of the records, older ones first. */
export function recordsToRows(records: readonly (OverlayRow | OverlayPack)[]): OverlayRow[] {
  // A single row with the same change number as a pack was rewritten after it.
  const inOrder = records.toSorted((one, other) => one.change - other.change || Number(isPack(other)) - Number(isPack(one)))
  return inOrder.flatMap((record) => (isPack(record) ? record.rows : [record]))
}

/** Removes every stored state of these rows, replaced ones too. Call inside a writing transaction. */
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
