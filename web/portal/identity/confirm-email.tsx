import { useEffect, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import type { PortalApi, PublicCustomer } from '../portal-api.ts'
import { Filled, slot } from '../language/filled.tsx'
import { t } from '../language/texts.ts'

/** Asks the verified customer about the e-mail address of a registration, which may be somebody else's. Nothing where none waits. */
export function ConfirmEmail({ api, customer }: { api: PortalApi; customer: PublicCustomer }) {
  const [email, setEmail] = useState<string | null>(null)
  const [busyWith, setBusyWith] = useState<'yes' | 'no'>()
  useEffect(() => {
    let isCurrent = true
    void api.readEmail(customer).then((outcome) => {
      if (isCurrent && outcome.ok) setEmail(outcome.value.unconfirmed)
    })
    return () => {
      isCurrent = false
    }
  }, [api, customer])
  if (email === null) return null

  const settle = async (isMine: boolean) => {
    setBusyWith(isMine ? 'yes' : 'no')
    const { ok } = await api.settleEmail({ customerId: customer.id, email, isMine })
    setBusyWith(undefined)
    if (ok) setEmail(null)
  }
  return (
    <div role="group" aria-label={t.yourEmail()} className="rounded-md border border-line bg-surface px-3 py-2.5">
      <p className="wrap-anywhere">
        <Filled text={t.isYourEmail({ email: slot })}>
          <strong>{email}</strong>
        </Filled>
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button busy={busyWith === 'yes'} onClick={() => void settle(true)}>
          {t.emailIsMine()}
        </Button>
        <Button variant="ghost" busy={busyWith === 'no'} onClick={() => void settle(false)}>
          {t.emailIsNotMine()}
        </Button>
      </div>
    </div>
  )
}
