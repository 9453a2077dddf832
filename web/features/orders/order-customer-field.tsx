import { MessageCircle } from 'lucide-react'
import { useRef } from 'react'
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import { phoneToChatLink } from '#schema/rules/customers/international-phone.ts'
import { useRow } from '#web/device/react/use-row.ts'
import { CustomerPicker } from '#web/inputs/customer-picker.tsx'
import { PhonesText } from '#web/inputs/customer-line.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { type OrderForm, orderForm } from './form.ts'
import { t } from './order-form-texts.ts'
import { sumAmounts } from '#schema/values/money.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { Ticket } from '#web/inputs/ticket.tsx'
import { dashboardPath } from '#web/navigation/paths.ts'
import { useCustomerOrders } from './use-customer-orders.ts'

/** Limit of named orders; the sum includes all. */
const namedMax = 5

/** Statuses in which no payment is expected. */
const writtenOff: ReadonlySet<string> = new Set([orderStatusIdByName.Cancelled, orderStatusIdByName.Recycled])

/** Warns that the customer owes for earlier orders; each opens in a new tab, so that typed input stays. */
export function OpenBalances({ shopId, customerId, customerName }: { shopId: string; customerId: string; customerName: string }) {
  const { money } = useShopFormat()
  const { rows } = useCustomerOrders({ shopId, customerId, isUnpaid: true })
  const owed = rows.flatMap(({ order, balance }) =>
    balance === null || order.customerId !== customerId || writtenOff.has(order.orderStatusId) ? [] : [{ order, balance }],
  )
  if (owed.length === 0) return null
  return (
    <div role="status" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn-ink">
      <p className="font-semibold">{t.owes({ name: customerName, amount: money(sumAmounts(owed.map(({ balance }) => balance))) })}</p>
      <ul>
        {owed.slice(0, namedMax).map(({ order, balance }) => (
          <li key={order.id}>
            <a
              href={dashboardPath({ shopId, orderId: order.id })}
              target="_blank"
              rel="noopener"
              className="inline-flex min-h-11 flex-wrap items-center gap-x-2 underline pointer-fine:min-h-6"
            >
              <Ticket shopId={shopId} number={order.number} />
              <span className="line-clamp-1 wrap-anywhere">{order.itemDetails}</span>
              <span className="tabular-nums">{money(balance)}</span>
            </a>
          </li>
        ))}
      </ul>
      {owed.length > namedMax && <p>{t.moreUnpaid({ count: owed.length - namedMax })}</p>}
    </div>
  )
}

type OrderCustomerFieldProps = {
  form: UseFormReturn<OrderForm>
  shopId: string
  /** Edit mode shows the chat link; a new order shows the customer's open balance. */
  withChat: boolean
  /** Receives the search text; '' without one. */
  onAddCustomer: (typed: string) => void
  /** Goes on with a name or phone that nobody has. */
  onUnknown?: ((typed: string) => void) | undefined
}

export function OrderCustomerField({ form, shopId, withChat, onAddCustomer, onUnknown }: OrderCustomerFieldProps) {
  const typed = useRef('')
  const customerId = useWatch({ control: form.control, name: 'customerId' })
  const found = useRow('customers', customerId === '' ? null : customerId)
  const customer = found.state === 'ready' ? found.row : undefined
  // A draft may name a customer deleted since.
  const isGone = customerId !== '' && found.state === 'ready' && customer === undefined
  const chatLink = withChat && customer ? phoneToChatLink(customer.countryCode, customer.phone) : null
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-start gap-2 max-sm:flex-col max-sm:items-stretch">
        <Controller
          control={form.control}
          name="customerId"
          render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
            <Field
              label={orderForm.inputLabels.customerId}
              required
              error={fieldState.error?.message}
              className="flex-1"
              aside={
                <button
                  type="button"
                  className="-my-3.5 min-h-11 rounded-sm px-1 text-sm text-accent-ink hover:underline"
                  onClick={() => onAddCustomer(typed.current)}
                >
                  {t.addCustomer()}
                </button>
              }
            >
              <CustomerPicker
                shopId={shopId}
                value={value}
                onValueChange={onChange}
                onType={(text) => (typed.current = text)}
                onUnknown={onUnknown}
                onBlur={onBlur}
                inputRef={ref}
              />
            </Field>
          )}
        />
        {chatLink !== null && (
          <a href={chatLink} target="_blank" rel="noopener noreferrer" className={buttonClass('secondary', 'md', 'sm:mt-5.5 max-sm:order-last')}>
            <MessageCircle aria-hidden="true" />
            {t.whatsApp()}
          </a>
        )}
      </div>
      {customer && !withChat && <PhonesText customer={customer} />}
      {customer && !withChat && <OpenBalances shopId={shopId} customerId={customer.id} customerName={customer.name} />}
      {customer && <CustomerNotes text={customer.customerNotes} />}
      {isGone && <p className="text-sm text-warn-ink">{t.customerGone()}</p>}
    </div>
  )
}

/** The customer's notes, read-only here; long notes scroll. */
function CustomerNotes({ text }: { text: string | null }) {
  const shown = text?.trim() ?? ''
  if (shown === '') return null
  return (
    <div
      role="group"
      aria-label={t.customerNotes()}
      // Focusable because it may scroll.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="max-h-32 overflow-y-auto overscroll-contain rounded-md bg-sunken px-3 py-2 text-sm"
    >
      <p className="text-muted">{t.customerNotes()}</p>
      <p className="wrap-anywhere whitespace-pre-wrap">{shown}</p>
    </div>
  )
}
