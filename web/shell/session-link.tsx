import { useEffect, useState } from 'react'
import { useDevice } from '#web/device/react/provider.tsx'
import { useBootstrap, useOfSyncStatus } from '#web/device/react/use-device.ts'
import { storeIdentity } from '#web/session/browser-session.ts'
import { useAuth } from '#web/session/session.ts'

const connectionStepMs = 10 * 60_000

/** Keeps session and device in step: what the server last said of this person, and a session that ended meanwhile. */
export function SessionLink() {
  const device = useDevice()
  const { applyFresh, reportConnection, reportSignedOut, needsSignIn } = useAuth()
  const bootstrap = useBootstrap()
  const state = useOfSyncStatus((status) => status.state)
  const lastContact = useOfSyncStatus((status) => status.lastContact)
  // What the device remembered when it was opened is older than what the session check has just learned.
  const [remembered] = useState(bootstrap)
  const [rememberedConnection] = useState(lastContact)
  const connectionStep = lastContact === null || lastContact === rememberedConnection ? null : Math.floor(Date.parse(lastContact) / connectionStepMs)

  useEffect(() => {
    if (bootstrap === null || bootstrap === remembered || bootstrap.user.id !== device.userId) return
    const { user, privileges, shops, sessionExpiresAt } = bootstrap
    applyFresh({ user, privileges })
    storeIdentity({ user, privileges, shops, sessionExpiresAt }).catch(() => undefined)
  }, [device, bootstrap, remembered, applyFresh])

  useEffect(() => {
    if (connectionStep !== null) reportConnection()
  }, [connectionStep, reportConnection])

  useEffect(() => {
    if (state === 'signed-out') reportSignedOut()
  }, [state, reportSignedOut])

  useEffect(() => {
    if (!needsSignIn) device.sync.resume()
  }, [device, needsSignIn])
  return null
}
