import { useEffect, useState } from 'react'
import type { PortalApi, PublicCustomer } from './portal-api.ts'

/** Who is verified in this browser, or who may be meant: people who share a number. */
export type PortalSession = { customer?: PublicCustomer | undefined; choices?: readonly PublicCustomer[] | undefined }

/** Asks the server once, so that a page that is loaded anew still knows its customer. Without an answer it is nobody. */
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
