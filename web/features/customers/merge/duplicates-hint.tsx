import { useState } from 'react'
import { Users } from 'lucide-react'
import type { Customer } from '#schema/collections/work/customers.ts'
import { CustomerLine } from '#web/inputs/customer-line.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { NotTheSame } from './not-the-same.tsx'
import { reasonsToText } from './merge-texts.ts'
import { useDuplicatesOf } from './use-duplicates.ts'
import { t } from './customer-merge-texts.ts'

/** Likely duplicates of this customer with a button to merge; renders nothing when there are none. */
export function DuplicatesHint({ shopId, customer, onMergedAway }: { shopId: string; customer: Customer; onMergedAway: () => void }) {
  const likely = useDuplicatesOf(shopId, customer)
  const [other, setOther] = useState<Customer>()
  return (
    <>
      {likely.length > 0 && (
        <section aria-labelledby="likely-duplicates" className="mt-6 rounded-md bg-sunken px-3 py-2">
          <h3 id="likely-duplicates" className="flex items-center gap-2 text-base font-semibold">
            <Users aria-hidden="true" className="size-4" />
            {t.count({ count: likely.length })}
          </h3>
          <ul className="flex flex-col">
            {likely.map(({ customer: one, reasons }) => (
              <li key={one.id} className="flex flex-wrap items-center justify-between gap-x-3 py-1">
                <span className="flex min-w-0 flex-1 basis-56 flex-col">
                  <CustomerLine customer={one} />
                  <span className="text-sm">{reasonsToText(reasons)}</span>
                </span>
                <NotTheSame shopId={shopId} one={customer} other={one} />
                <Button aria-label={t.mergeWith({ name: one.name })} onClick={() => setOther(one)}>
                  {t.mergeNow()}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {other !== undefined && (
        <MergeDialog
          shopId={shopId}
          one={customer}
          other={other}
          onClose={() => setOther(undefined)}
          onMerged={(goesId) => {
            setOther(undefined)
            if (goesId === customer.id) onMergedAway()
          }}
        />
      )}
    </>
  )
}
