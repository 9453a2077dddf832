import { useEffect, useLayoutEffect, useState, type ReactNode, useRef } from 'react'
import { useLocation } from '#web/navigation/navigate.ts'
import { NewerLocalDataError } from '#web/device/storage/local-version.ts'
import { DeviceProvider, useDevice } from '#web/device/react/provider.tsx'
import { useBootstrap, useOfSyncStatus, useNotices, useRenumbered } from '#web/device/react/use-device.ts'
import { useAuth } from '#web/session/session.ts'
import type { Bootstrap, BootstrapShop } from '#schema/api/sync.ts'
import { RequirePrivilege } from '#web/shell/guards.tsx'
import { DashboardRoute } from './dashboard-route.tsx'
import { ensureDevice, useOpenedDevice } from './open-device.ts'
import { DeviceTrouble, FrameSkeleton, WaitForFirstConnection } from './frame-states.tsx'
import { OutdatedTab } from './local-version/outdated-tab.tsx'
import { tabs } from '#web/features/all-features.ts'
import { laterPart, laterView, quietPart, laterDialog } from '../navigation/later.tsx'
import { fetchParts, fetchPartsAhead, fetchWithParts } from '../navigation/parts.ts'
import { parseDashboardPath, pathToSettings, dashboardPath, type SettingsPath, settingsPaths, sortShops, findShop } from '../navigation/paths.ts'
import { storeIdentity } from '#web/session/stored-identity.ts'
import { loadRules } from '#web/inputs/phone/use-international-text.ts'
import { Frame } from './frame.tsx'
import { useRememberedShop } from '../navigation/last-shop.ts'
import { t } from './shell-texts.ts'
import { useArrivals } from '#web/device/react/use-arrivals.ts'
import { showToast, toastStore } from '#web/ui/overlays/toast-store.ts'
import { useClockTime } from '../inputs/shop-format.tsx'
import type { RefusedChange } from '#web/device/outbox/refused.ts'
import { changeToFailureTitle } from '#web/features/attention/failure-title.ts'
import { notifyFailure } from '../navigation/notify.ts'
import { setCodeAsker } from '#web/api/fresh-code.ts'
import { hasUnsavedText } from '#web/forms/drafts/unsaved.ts'
import { shopToStaffLanguage } from '#web/language/shop-language.ts'
import { keepLanguage } from '#web/language/staff-texts.ts'
import { endDebugMode } from './sync/debug-mode.ts'

const SyncLogList = laterPart(async () => (await import('./sync/sync-log-list.tsx')).SyncLogList)

/** The live sync log for developers, shown with `?debug` in the address. */
function SyncLogPanel() {
  const { log } = useDevice().sync
  const [isClosed, setIsClosed] = useState(false)
  if (log === null || isClosed) return null
  const close = (): void => {
    endDebugMode()
    setIsClosed(true)
  }
  return <SyncLogList log={log} onClose={close} />
}

const FreshCodeForm = laterDialog(async () => (await import('./session/fresh-code-form.tsx')).FreshCodeForm)

/** Opens over the form being saved when the server requires a new sign-in code; then the save continues. */
function FreshCodeDialog() {
  const [answer, setAnswer] = useState<(isEntered: boolean) => void>()
  useEffect(() => setCodeAsker(() => new Promise((resolve) => setAnswer(() => resolve))), [])
  if (answer === undefined) return null
  return (
    <FreshCodeForm
      onClose={(isEntered = false) => {
        setAnswer(undefined)
        answer(isEntered)
      }}
    />
  )
}

const connectionStepMs = 10 * 60_000

/** Passes the server's latest user data to the session, and ended sessions; shows the app in the user's language. */
function SessionLink() {
  const device = useDevice()
  const { applyFresh, reportConnection, reportSignedOut, needsSignIn } = useAuth()
  const bootstrap = useBootstrap()
  const state = useOfSyncStatus((status) => status.state)
  const lastContact = useOfSyncStatus((status) => status.lastContact)
  // The device's stored bootstrap is older than the session check's result.
  const [remembered] = useState(bootstrap)
  useOwnLanguage()
  const [rememberedConnection] = useState(lastContact)
  const connectionStep = lastContact === null || lastContact === rememberedConnection ? null : Math.floor(Date.parse(lastContact) / connectionStepMs)

  useEffect(() => {
    if (bootstrap === null || bootstrap === remembered || bootstrap.user.id !== device.userId) return
    const { user, privileges, shops } = bootstrap
    applyFresh({ user, privileges })
    storeIdentity({ user, privileges, shops }).catch(() => undefined)
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

export { openAtSignIn } from './open-device.ts'

const WrittenToasts = quietPart(async () => (await import('#web/features/messages/written-toasts.tsx')).WrittenToasts)
const AnsweredToasts = quietPart(async () => (await import('#web/features/estimates/answered-toasts.tsx')).AnsweredToasts)
const BlockedNotice = laterPart(async () => (await import('./local-version/opening-states.tsx')).BlockedNotice)
const NewerDataPage = laterView(async () => (await import('./local-version/opening-states.tsx')).NewerDataPage)
fetchWithParts(loadRules)
// Photos and files of unsent work are wanted most where the network has just gone.
fetchWithParts(() =>
  Promise.all([import('#web/device/join-files.ts'), import('#web/device/files/carried-files.ts'), import('#web/device/outbox/unsent/unsent-transfer.ts')]),
)

export function SignedIn() {
  const { user } = useAuth()
  const userId = user?.id
  useLayoutEffect(() => {
    if (userId !== undefined) ensureDevice(userId)
  }, [userId])
  const opened = useOpenedDevice()
  usePersistentStorage()
  usePartsOfPage()
  if (opened.state === 'failed') return opened.error instanceof NewerLocalDataError ? <NewerDataPage /> : <DeviceTrouble error={opened.error} userId={userId} />
  if (opened.state === 'opening') {
    return (
      <>
        <FrameSkeleton />
        {opened.isBlocked === true && <BlockedNotice />}
      </>
    )
  }
  return (
    <DeviceProvider device={opened.device}>
      <OutdatedTab />
      <SessionLink />
      <RefusalToasts />
      <NoticeToasts />
      <RenumberedToasts />
      <AnsweredToasts />
      <WrittenToasts />
      <Page />
      <FreshCodeDialog />
      <SyncLogPanel />
    </DeviceProvider>
  )
}

function Page() {
  const { pathname } = useLocation()
  usePartsAhead()
  const bootstrap = useBootstrap()
  if (bootstrap === null) return <WaitForFirstConnection />
  const page = pathToSettings(pathname)
  return page === undefined ? <DashboardRoute bootstrap={bootstrap} /> : <SettingsRoute page={page} bootstrap={bootstrap} />
}

/** The order list is in the first chunk; any other first page fetches its part at once. */
function usePartsOfPage(): void {
  const { pathname } = useLocation()
  const [isElsewhere] = useState(() => {
    const parsed = parseDashboardPath(pathname, tabs)
    if (parsed.kind === 'dashboard') return parsed.tab !== 'orders' || parsed.orderId !== undefined
    return parsed.kind !== 'root' || pathToSettings(pathname) !== undefined
  })
  useEffect(() => {
    if (isElsewhere) void fetchParts()
  }, [isElsewhere])
}

function usePartsAhead(): void {
  const isCalm = useOfSyncStatus(({ lastContact, firstSync }) => lastContact !== null && firstSync === null)
  useEffect(() => fetchPartsAhead(isCalm), [isCalm])
}

/** Asks the browser not to evict this site's storage; it may decline. */
function usePersistentStorage(): void {
  useEffect(() => {
    void navigator.storage?.persist?.().catch(() => false)
  }, [])
}

const AppSettingsPage = laterView(async () => (await import('#web/features/settings/app/app-settings-page.tsx')).AppSettingsPage)
const EntitySettingsPage = laterView(async () => (await import('#web/features/settings/entity/entity-settings-page.tsx')).EntitySettingsPage)
const ProfilePage = laterView(async () => (await import('#web/features/settings/profile/profile-page.tsx')).ProfilePage)
const StartPage = laterView(async () => (await import('#web/features/settings/start/start-page.tsx')).StartPage)
const ShopSettingsPage = laterView(async () => (await import('#web/features/settings/shops/shop-settings-page.tsx')).ShopSettingsPage)

function SettingsRoute({ page, bootstrap }: { page: SettingsPath; bootstrap: Bootstrap }) {
  const { user } = useAuth()
  const shops = sortShops(bootstrap.shops)
  const shop = useRememberedShop(shops)
  const hasPart = useLocation().search.includes('part=')
  const { title, content } = pageOf(page)
  return (
    <Frame title={title} shop={shop} tab={undefined} isShopPage={false}>
      {content}
    </Frame>
  )

  function pageOf(path: SettingsPath): { title: string; content: ReactNode } {
    switch (path) {
      case settingsPaths.profile:
        return { title: t.profile(), content: <ProfilePage user={user} /> }
      case settingsPaths.shopSettings:
        return {
          title: hasPart ? t.settings() : t.shopSettings(),
          content: <ShopSettingsPage user={user} shops={shops} shopToPath={(shopId) => dashboardPath({ shopId })} />,
        }
      case settingsPaths.entitySettings:
        return {
          title: t.entitySettings(),
          content: (
            <RequirePrivilege privilege="view_entity_setting">
              <EntitySettingsPage shops={shops} appSettingsPath={settingsPaths.appSettings} />
            </RequirePrivilege>
          ),
        }
      case settingsPaths.appSettings:
        return { title: t.appSettings(), content: <AppSettingsPage entitySettingsPath={settingsPaths.entitySettings} startPath={settingsPaths.start} /> }
      case settingsPaths.start:
        return {
          title: t.start(),
          content: (
            <StartPage
              shops={shops}
              appSettingsPath={settingsPaths.appSettings}
              shopSettingsPath={settingsPaths.shopSettings}
              shopToPath={(shopId) => dashboardPath({ shopId })}
            />
          ),
        }
    }
  }
}

/** Shows at once what others did to this user's work; it stays listed behind the sync badge. */
function NoticeToasts() {
  const toClockTime = useClockTime()
  useArrivals(
    useNotices(),
    ({ id }) => id,
    (notices) => {
      const [newest] = notices
      // Do not replace a toast about the user's own act; the badge marks the notices as unread.
      if (newest === undefined || toastStore.read()?.isOpen === true) return
      const others = notices.length - 1
      const more = others === 0 ? '' : ` ${t.moreToRead({ count: others })}`
      const show = async (): Promise<void> => {
        // Notices come from the server, so what words them can be fetched then.
        const { wordNotice } = await import('#web/language/notice-words.ts')
        const { title, text } = wordNotice(newest, toClockTime)
        showToast({ title, description: `${text}${more}` })
      }
      show().catch(() => undefined)
    },
  )
  return null
}

/**
 * The late refusal of a change stored on this device, with the server's message. Of several at once only the first
 * shows, because the others may depend on it.
 */
function RefusalToasts() {
  const device = useDevice()
  useEffect(() => {
    let together: RefusedChange[] = []
    return device.refused.onRefused((change) => {
      together.push(change)
      if (together.length > 1) return
      queueMicrotask(() => {
        const others = together.length - 1
        together = []
        const more = others === 0 ? '' : ` ${t.moreRefused({ count: others })}`
        notifyFailure(changeToFailureTitle(change.ops), `${change.error.message}${more !== '' && !change.error.message.endsWith('.') ? '.' : ''}${more}`)
      })
    })
  }, [device])
  return null
}

/** Says at once that an order's number differs from its printed label; it stays listed behind the sync badge. */
function RenumberedToasts() {
  const device = useDevice()
  useArrivals(
    useRenumbered(),
    ({ orderId }) => orderId,
    (renumbered) => {
      // If the import fails, the badge still reports it.
      void import('#web/features/attention/renumbered-text.ts').then(
        ({ tellRenumbered }) => tellRenumbered(renumbered, device.sync.bootstrap.get()),
        () => undefined,
      )
    },
  )
  return null
}

/**
 * Shows the app in the language of who signed in: as they chose, else as the open shop. A page that begins in another one is
 * loaded anew; what is learned later shows at the next start, since people may be typing.
 */
function useOwnLanguage(): void {
  const { user } = useAuth()
  const shop = useOpenShop(useBootstrap()?.shops ?? [])
  const language = user?.language ?? (shop && shopToStaffLanguage(shop))
  const isSettled = useRef(false)
  useEffect(() => {
    if (language === undefined) return
    const isOther = keepLanguage(language)
    if (isOther && !isSettled.current && !hasUnsavedText()) window.location.reload()
    isSettled.current = true
  }, [language])
}

function useOpenShop(shops: readonly BootstrapShop[]): BootstrapShop | undefined {
  const { pathname } = useLocation()
  const sorted = sortShops(shops)
  const remembered = useRememberedShop(sorted)
  const parsed = parseDashboardPath(pathname, tabs)
  return ('shopPart' in parsed ? findShop(sorted, parsed.shopPart) : undefined) ?? remembered
}
