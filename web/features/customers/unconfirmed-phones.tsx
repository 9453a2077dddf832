import { useState } from 'react'
import type { Customer } from '#schema/collections/work/customers.ts'
import { runAction } from '#web/navigation/notify.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { phoneToText } from '#web/inputs/customer-line.tsx'
import { useShopCountryCode } from '#web/inputs/shop-format.tsx'
import { Button } from '#web/ui/controls/button.tsx'

const phones = [
  { flag: 'phoneUnconfirmed', code: 'countryCode', phone: 'phone', hint: 'A code sent to it opens this customer’s orders online.' },
  {
    flag: 'alternatePhoneUnconfirmed',
    code: 'alternateCountryCode',
    phone: 'alternatePhone',
    hint: 'It opens nothing online until you confirm that it is this customer’s.',
  },
] as const

/** Numbers that somebody typed into an online registration, each with a button that says that they are this customer's. */
export function UnconfirmedPhones({ shopId, customer }: { shopId: string; customer: Customer }) {
  const device = useDevice()
  const [busyWith, setBusyWith] = useState<string>()
  const ownCode = useShopCountryCode()
  const unconfirmed = phones.filter(({ flag, phone }) => customer[flag] && customer[phone] !== null)
  if (unconfirmed.length === 0) return null

  const confirm = async (flag: (typeof phones)[number]['flag']) => {
    setBusyWith(flag)
    await runAction({
      run: () => device.write(shopId, [{ action: 'update', collection: 'customers', id: customer.id, values: { [flag]: false }, seen: { [flag]: true } }]),
      success: 'Phone confirmed',
      failure: 'Failed to update customer',
    })
    setBusyWith(undefined)
  }

  return (
    <ul aria-label="Not confirmed" className="mb-4 flex flex-col gap-1 rounded-md bg-warn-soft px-3 py-2 text-warn-ink">
      {unconfirmed.map(({ flag, code, phone, hint }) => (
        <li key={flag} className="flex flex-wrap items-center justify-between gap-x-3">
          <span className="min-w-0 flex-1 basis-56 py-1">
            <strong className="whitespace-nowrap tabular-nums">{phoneToText(customer[code], customer[phone], ownCode)}</strong> comes from an online
            registration. {hint}
          </span>
          <Button busy={busyWith === flag} onClick={() => void confirm(flag)} aria-label={`Confirm ${phoneToText(customer[code], customer[phone], ownCode)}`}>
            Confirm
          </Button>
        </li>
      ))}
    </ul>
  )
}
