import type { CsvTable } from '#web/list-kit/csv-button.tsx'
import { toCustomersTable } from '../customers-csv.ts'
import { reasonsToText } from './merge-texts.ts'
import type { GroupMember } from './read-duplicates.ts'

/** One row per customer of each group, with the likely duplicate and the reason. */
export const duplicatesToTable = (groups: readonly (readonly GroupMember[])[]): CsvTable => {
  const members = groups.flatMap((group, place) => group.map((member) => ({ ...member, place, first: group[0] })))
  const customers = toCustomersTable(members)
  return {
    header: ['Group', ...customers.header, 'Likely', 'Reason'],
    rows: members.map(({ customer, reasons, of, place, first }, index) => [
      String(place + 1),
      ...(customers.rows[index] ?? []),
      customer === first?.customer ? '' : ((of ?? first?.customer)?.name ?? ''),
      customer === first?.customer ? '' : reasonsToText(reasons),
    ]),
  }
}
