import { ArrowRight } from 'lucide-react'
import type { Customer } from '#schema/collections/work/customers.ts'
import { useMatchingCustomers } from '#web/device/react/use-answers.ts'
import { CustomerLine } from './customer-line.tsx'
import { t } from '#web/inputs/inputs-texts.ts'

type MatchingCustomersProps = {
  shopId: string
  /** The main phone as typed; the list shows from four digits on. */
  typedPhone: string
  heading: string
  onUse: (customer: Customer) => void
}

/** Customers whose phone ends with the last four typed digits; pressing one selects it. */
export function MatchingCustomers({ shopId, typedPhone, heading, onUse }: MatchingCustomersProps) {
  const customers = useMatchingCustomers(shopId, typedPhone)
  return (
    <section aria-label={t.matching()} aria-live="polite" className={customers.length === 0 ? 'sr-only' : undefined}>
      {customers.length > 0 && (
        <div className="rounded-md bg-sunken px-1 pt-2 pb-1">
          <h3 className="px-2 text-sm font-semibold">{heading}</h3>
          <ul className="max-h-48 overflow-y-auto overscroll-contain">
            {customers.map((customer) => (
              <li key={customer.id}>
                <button
                  type="button"
                  onClick={() => onUse(customer)}
                  className="flex min-h-11 w-full items-center gap-3 rounded-sm px-2 py-1 text-left hover:bg-hover focus-visible:-outline-offset-2"
                >
                  <span className="flex min-w-0 flex-1 flex-col">
                    <CustomerLine customer={customer} />
                  </span>
                  <span className="inline-flex shrink-0 items-center gap-1 text-sm text-accent-ink">
                    {t.useCustomer()}
                    <ArrowRight aria-hidden="true" className="size-4" />
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
