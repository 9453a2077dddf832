import { useEffect, useState } from 'react'
import type { PortalApi, PublicCustomer } from './portal-api.ts'

/** The verified customer of this browser, or the choices where several customers share the phone. */
export type PortalSession = { customer?: PublicCustomer | undefined; choices?: readonly PublicCustomer[] | undefined }

/** Asks the server once, so that a reloaded page still knows its customer. Without a response nobody is verified. */
export function usePortalSession(api: PortalApi) {
  const [session, setSession] = useState<PortalSession | undefined>(undefined)
  useEffect(() => {
    let isCurrent = true
    void api.readSession().then((outcome) => {
      if (!isCurrent) return
      const { customer, choices } = outcome.ok ? outcome.value : { customer: null, choices: undefined }
      setSession((known) => known ?? { customer: customer ?? undefined, choices })
    })
    return () => {
      isCurrent = false
    }
  }, [api])
  return { isLoading: session === undefined, customer: session?.customer, choices: session?.choices, setSession }
}
