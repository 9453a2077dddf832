import { useState } from 'react'
import type { Customer } from '#schema/collections/work/customers.ts'
import { CustomerLine } from '#web/inputs/customer-line.tsx'
import { CsvButton, type CsvTable } from '#web/list-kit/csv-button.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { PageSpinner } from '#web/ui/layout/page-spinner.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { reasonsToText } from './merge-texts.ts'
import { NotTheSame } from './not-the-same.tsx'
import type { GroupMember } from './read-duplicates.ts'
import { useDuplicateGroups } from './use-duplicates.ts'
import { toCustomersTable } from '../customers-csv.ts'
import { common } from '#web/language/common-texts.ts'
import { countToText } from '#web/language/staff-texts.ts'
import { t } from './customer-merge-texts.ts'

/** Groups shown at once; the next ones follow after merges. */
const shownMost = 50

export function DuplicatesDialog({ shopId, onClose }: { shopId: string; onClose: () => void }) {
  const found = useDuplicateGroups(shopId)
  const [pair, setPair] = useState<readonly [Customer, Customer]>()
  const count = found.state === 'ready' ? found.groups.length : undefined
  return (
    <Dialog
      open
      title={count === undefined ? t.title() : t.titleWithCount({ count: countToText(count) })}
      description={t.text()}
      onCloseRequest={onClose}
      footer={
        <>
          {found.state === 'ready' && found.groups.length > 0 && <CsvButton shopId={shopId} what={t.title()} read={() => duplicatesToTable(found.groups)} />}
          <Button onClick={onClose}>{common.close()}</Button>
        </>
      }
    >
      {found.state === 'loading' && <PageSpinner />}
      {found.state === 'failed' && <p role="alert">{t.notRead()}</p>}
      {found.state === 'ready' && found.groups.length === 0 && <p>{t.none()}</p>}
      {found.state === 'ready' && (
        <ul className="flex flex-col gap-4">
          {found.groups.slice(0, shownMost).map((group) => (
            <DuplicateGroup key={group[0]?.customer.id} shopId={shopId} group={group} onMerge={(one, other) => setPair([one, other])} />
          ))}
        </ul>
      )}
      {count !== undefined && count > shownMost && <p className="mt-4 text-sm text-muted">{t.firstShown({ count: shownMost })}</p>}
      {pair !== undefined && (
        <MergeDialog shopId={shopId} one={pair[0]} other={pair[1]} onClose={() => setPair(undefined)} onMerged={() => setPair(undefined)} />
      )}
    </Dialog>
  )
}

type DuplicateGroupProps = { shopId: string; group: readonly GroupMember[]; onMerge: (one: Customer, other: Customer) => void }

function DuplicateGroup({ shopId, group, onMerge }: DuplicateGroupProps) {
  const [first, ...others] = group
  if (first === undefined) return null
  return (
    <li className="rounded-md border border-line px-3 py-2">
      <p className="flex min-w-0 flex-col pb-2">
        <CustomerLine customer={first.customer} />
      </p>
      <ul>
        {others.map(({ customer, reasons, of = first.customer }) => (
          <li key={customer.id} className="flex flex-wrap items-center justify-between gap-x-3 border-t border-line pt-2 pb-1">
            <span className="flex min-w-0 flex-1 basis-56 flex-col">
              <CustomerLine customer={customer} />
              <span className="text-sm">
                {of.id === first.customer.id ? reasonsToText(reasons) : t.asName({ reasons: reasonsToText(reasons), name: of.name })}
              </span>
            </span>
            <NotTheSame shopId={shopId} one={of} other={customer} />
            <Button aria-label={t.mergeTwo({ one: customer.name, other: of.name })} onClick={() => onMerge(of, customer)}>
              {t.mergeNow()}
            </Button>
          </li>
        ))}
      </ul>
    </li>
  )
}

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
