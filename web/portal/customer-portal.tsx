import { ChevronRight, X } from 'lucide-react'
import { useMemo, useState, type ReactNode, useCallback, useEffect, useId, useRef, type ComponentType } from 'react'
import { isOtpPhone } from '#schema/rules/customers/portal.ts'
import { Button, buttonClass } from '../ui/controls/button.tsx'
import { Spinner } from '../ui/layout/spinner.tsx'
import { useIsOnline } from '../ui/use-is-online.ts'
import { Notice } from './notice.tsx'
import { emptyOrderDraft, OrderForm } from './orders/order-form.tsx'
import { type PhoneValue, toEmptyPhone } from './identity/phone-fields.tsx'
import { isAllOrders } from './all-orders.ts'
import { createPortalApi, type Verified, type PortalApi, type PublicCustomer, type PublicOrder } from './portal-api.ts'
import { type Action, type NoticeContent, submittedNotice, toExpiredNotice, toRegisteredNotice, verifiedNotice } from './portal-words.ts'
import type { PublicProfile, PublicShop } from '#schema/api/portal.ts'
import { defaultCountryCode } from '#schema/values/phone.ts'
import { profileToFormat } from './profile-format.ts'
import { OpeningHours, ShopHeader } from './shop-header.tsx'
import { RegistrationForm, toEmptyRegistration } from './identity/registration-form.tsx'
import { useKeptDraft } from './orders/use-kept-draft.ts'
import { VerifyIdentity } from './identity/verify-identity.tsx'
import { readLanguage, t } from './language/texts.ts'
import { LoadingOrders } from './orders/loading-orders.tsx'
import type { OrderListProps } from './orders/order-list.tsx'

/** A history entry's state: the open dialog, under a key unique to this page. */
type Place<Name extends string> = { portalDialog?: Name }

const readPlace = <Name extends string>(): Place<Name> => (window.history.state ?? {}) as Place<Name>

/** The current history entry's dialog, so that a reload reopens it and Back still closes it. */
function readOpenDialog<Name extends string>(names: readonly Name[]): Name | undefined {
  const { portalDialog } = readPlace<Name>()
  return names.find((name) => name === portalDialog)
}

/**
 * Gives an open dialog its own history entry: Back closes it, and closing goes back.
 * @param current the open dialog
 * @param onMove gets the dialog of the entry the browser moved to
 * @returns `enter`, to call when a dialog opens or replaces another, and `leave`, when it closes
 */
function useBack<Name extends string>(
  current: Name | undefined,
  onMove: (dialog: Name | undefined) => void,
): { enter: (dialog: Name) => void; leave: () => void } {
  const latest = useRef({ current, onMove })
  useEffect(() => {
    latest.current = { current, onMove }
  })
  // `history.back` is asynchronous, and the next dialog may open before it is done.
  const isLeaving = useRef(false)

  useEffect(() => {
    const listen = () => {
      const { current: open, onMove: move } = latest.current
      if (!isLeaving.current) return move(readPlace<Name>().portalDialog)
      isLeaving.current = false
      if (open !== undefined) writePlace(open)
    }
    window.addEventListener('popstate', listen)
    return () => window.removeEventListener('popstate', listen)
  }, [])

  const enter = useCallback((dialog: Name) => {
    if (!isLeaving.current) writePlace(dialog)
  }, [])
  const leave = useCallback(() => {
    if (isLeaving.current || readPlace().portalDialog === undefined) return
    isLeaving.current = true
    window.history.back()
  }, [])
  return { enter, leave }
}

function writePlace<Name extends string>(dialog: Name): void {
  const state: Place<Name> = { portalDialog: dialog }
  if (readPlace().portalDialog === undefined) window.history.pushState(state, '')
  else window.history.replaceState(state, '')
}

const actions = ['status', 'order', 'register'] as const satisfies readonly Action[]

const toCards = (): readonly { action: Action; title: string; text: string }[] => [
  { action: 'status', title: t.checkStatus(), text: t.checkStatusText() },
  { action: 'order', title: t.createOrder(), text: t.createOrderText() },
  { action: 'register', title: t.becomeCustomer(), text: t.becomeCustomerText() },
]

const toActionTitle = (action: Action): string => ({ status: t.yourOrders, order: t.createRepairOrder, register: t.becomeCustomer })[action]()

function toFirstAction(isOpenAtStart: boolean): Action | undefined {
  if (isAllOrders(window.location.hash)) return 'status'
  return isOpenAtStart ? 'order' : undefined
}

type CustomerPortalProps = { shop: PublicShop; profile: PublicProfile | undefined; openingHours: string | undefined; isOpenAtStart: boolean }

export function CustomerPortal({ shop, profile, openingHours, isOpenAtStart }: CustomerPortalProps) {
  const api = useMemo(() => createPortalApi(shop.id), [shop.id])
  const countryCode = profile?.countryCode ?? defaultCountryCode
  const emptyPhone = useMemo(() => toEmptyPhone(countryCode), [countryCode])
  const emptyRegistration = useMemo(() => toEmptyRegistration(emptyPhone), [emptyPhone])
  const language = readLanguage()
  const format = useMemo(() => profileToFormat(profile, language), [profile, language])
  const [action, setAction] = useState<Action | undefined>(() => readOpenDialog(actions) ?? toFirstAction(isOpenAtStart))
  const { isLoading, customer, choices, setSession } = usePortalSession(api)
  // Shown on the page while no dialog is open, else in the dialog.
  const [notice, setNotice] = useState<NoticeContent | undefined>(undefined)
  const [registeredPhone, setRegisteredPhone] = useState<PhoneValue | undefined>(undefined)
  const [order, keepOrder] = useKeptDraft(`portal-order-${shop.id}`, emptyOrderDraft)
  // Held here, so that they outlive an expired session.
  const [photos, setPhotos] = useState<readonly File[]>([])
  const [registration, keepRegistration] = useKeptDraft(`portal-registration-${shop.id}`, emptyRegistration)

  const show = (next: Action | undefined, word?: NoticeContent) => {
    setAction(next)
    setNotice(word)
    setRegisteredPhone(undefined)
  }
  const { enter, leave } = useBack<Action>(action, (moved) => show(moved))
  const open = (next: Action | undefined, word?: NoticeContent) => {
    show(next, word)
    if (next === undefined) leave()
    else enter(next)
  }
  const askAgain = (word?: NoticeContent) => {
    setSession({})
    setNotice(word)
  }
  const forget = () => {
    // If this request fails, the session ends with the next verification, or after half an hour.
    void api.signOut()
    // Another customer may send the draft: that is a new order and needs a new id.
    keepOrder({ ...order, id: '' })
    askAgain()
  }
  const greet = (verified: Verified) => {
    setSession(verified.choices ? { choices: verified.choices } : { customer: verified.customer })
    setNotice(verified.choices ? undefined : verifiedNotice(action ?? 'order'))
  }

  const content = (of: Action) => {
    if (of === 'register') {
      const finish = () => {
        const { countryCode, phone } = registration
        keepRegistration(emptyRegistration)
        if (!isOtpPhone(phone)) return open(undefined, toRegisteredNotice())
        // The customer verified before is not the one just registered.
        if (customer !== undefined || choices !== undefined) forget()
        open('order', toRegisteredNotice())
        setRegisteredPhone({ countryCode, phone })
      }
      return <RegistrationForm api={api} draft={registration} onDraftChange={keepRegistration} onRegistered={finish} />
    }
    if (isLoading) return <Loading />
    if (choices !== undefined) return <ChooseName choices={choices} onChoose={(chosen) => greet({ customer: chosen })} />
    if (customer === undefined) {
      const register = (phone: PhoneValue) => {
        if (registration.phone === '') keepRegistration({ ...registration, ...phone })
        open('register')
      }
      return (
        <VerifyIdentity
          key={registeredPhone?.phone}
          api={api}
          emptyPhone={emptyPhone}
          registeredPhone={registeredPhone}
          withName={of === 'order'}
          onVerified={greet}
          onRegister={register}
        />
      )
    }
    const onUnverified = () => askAgain(toExpiredNotice())
    if (of === 'status') return <LaterOrderList api={api} customer={customer} format={format} onUnverified={onUnverified} onCreate={() => open('order')} />
    const finish = ({ id, ticket }: PublicOrder, unsent: number) => {
      keepOrder(emptyOrderDraft)
      setPhotos([])
      const openOrder = async () => {
        const link = await api.linkOrder(id)
        if (link.ok) window.location.assign(link.value.url)
        else open('status')
      }
      const action = { text: t.seeYourOrder(), onPress: () => void openOrder() }
      open(isOpenAtStart ? 'order' : undefined, { ...submittedNotice(isOpenAtStart, ticket, unsent), action })
    }
    return (
      <OrderForm
        api={api}
        customer={customer}
        draft={order}
        onDraftChange={keepOrder}
        photos={photos}
        onPhotosChange={setPhotos}
        onSubmitted={finish}
        onUnverified={onUnverified}
      />
    )
  }

  const toTitle = (of: Action): string => {
    if (of === 'register' || isLoading || customer !== undefined) return toActionTitle(of)
    return choices === undefined ? t.verifyIdentity() : t.chooseYourName()
  }
  return (
    <>
      <div className="flex flex-col gap-4">
        <ShopHeader shop={shop} profile={profile} />
        {openingHours !== undefined && <OpeningHours text={openingHours} />}
        <Notice notice={action === undefined ? notice : undefined} />
      </div>
      <ul className="mt-6 border-t border-line">
        {toCards().map((card) => (
          <li key={card.action} className="border-b border-line">
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => open(card.action)}
              className="-mx-3 flex w-[calc(100%+1.5rem)] items-center gap-3 px-3 py-5 text-left transition-colors hover:bg-hover"
            >
              <span className="min-w-0 flex-1">
                <span className="block text-lg font-semibold">{card.title}</span>
                <span className="mt-1 block text-input text-muted">{card.text}</span>
              </span>
              <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
            </button>
          </li>
        ))}
      </ul>
      {action !== undefined && (
        <PortalDialog title={toTitle(action)} onClose={() => open(undefined)}>
          <div className="flex flex-col gap-4">
            <OfflineNotice />
            <Notice notice={notice} />
            {content(action)}
            {(customer ?? choices) !== undefined && action !== 'register' && (
              <p className="flex flex-wrap items-center gap-x-2 border-t border-line pt-2 text-muted">
                <span className="min-w-0 wrap-anywhere">{customer === undefined ? t.phoneVerified() : t.verifiedAs({ name: customer.name })}</span>
                <Button variant="ghost" className="px-2 text-accent-ink underline underline-offset-4" onClick={forget}>
                  {t.notYou()}
                </Button>
              </p>
            )}
          </div>
        </PortalDialog>
      )}
    </>
  )
}

function Loading() {
  return (
    <p role="status" className="flex items-center gap-3 py-6 text-muted">
      <Spinner className="text-accent-ink" />
      {t.loading()}
    </p>
  )
}

function OfflineNotice() {
  const isOnline = useIsOnline()
  return <Notice notice={isOnline ? undefined : { tone: 'neutral', title: t.offline(), text: t.offlineKept() }} />
}

/**
 * A modal dialog, full screen on a phone. The browser's own element traps and restores the focus; the dashboard's
 * dialog would add Radix and exceed the script limit of 100 kB.
 */
function PortalDialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  const [isShown, setIsShown] = useState(false)

  const show = useCallback((element: HTMLDialogElement) => {
    element.showModal()
    // Mount the children only now: a text area cannot measure itself in a closed dialog.
    setIsShown(true)
    return () => element.close()
  }, [])
  // Focusing a step's title makes screen readers announce the change.
  useEffect(() => heading.current?.focus(), [title])

  return (
    <dialog
      ref={show}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className="m-auto max-h-dvh w-full max-w-120 rounded-md bg-surface text-ink shadow-float backdrop:bg-scrim max-sm:m-0 max-sm:h-dvh max-sm:max-w-none max-sm:rounded-none"
    >
      <div className="flex h-full max-h-dvh flex-col">
        <div className="flex min-h-15 items-center gap-3 border-b border-line py-2 pr-2 pl-5">
          <h2 ref={heading} id={titleId} tabIndex={-1} className="min-w-0 flex-1 text-lg font-semibold outline-none">
            {title}
          </h2>
          <button type="button" aria-label={t.close()} onClick={onClose} className={buttonClass('ghost', 'md', 'size-11 px-0')}>
            <X aria-hidden="true" />
          </button>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]">{isShown && children}</div>
      </div>
    </dialog>
  )
}

/** The verified customer, or the choices if several customers share the phone. */
type PortalSession = { customer?: PublicCustomer | undefined; choices?: readonly PublicCustomer[] | undefined }

/** Asks the server once, so that a reloaded page keeps its customer. Without a response nobody is verified. */
function usePortalSession(api: PortalApi) {
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

/** Asks which of several customers with the same phone this is; shows only shortened names. */
function ChooseName({ choices, onChoose }: { choices: readonly PublicCustomer[]; onChoose: (customer: PublicCustomer) => void }) {
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">{t.chooseNameText()}</p>
      <ul className="border-t border-line">
        {choices.map((choice) => (
          <li key={choice.id} className="border-b border-line">
            <button
              type="button"
              onClick={() => onChoose(choice)}
              className="-mx-3 flex min-h-13 w-[calc(100%+1.5rem)] items-center gap-3 px-3 text-left text-input transition-colors hover:bg-hover"
            >
              <span className="min-w-0 flex-1 wrap-anywhere">{choice.name}</span>
              <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

type Loaded = { List: ComponentType<OrderListProps> } | 'failed' | undefined

/** Loads the customer's order list on demand: most visitors never open it. */
function LaterOrderList(props: OrderListProps) {
  const [loaded, setLoaded] = useState<Loaded>(undefined)
  useEffect(() => {
    let isCurrent = true
    void import('./orders/order-list.tsx').then(
      ({ OrderList }) => isCurrent && setLoaded({ List: OrderList }),
      () => isCurrent && setLoaded('failed'),
    )
    return () => {
      isCurrent = false
    }
  }, [])
  if (loaded === undefined) return <LoadingOrders />
  if (loaded !== 'failed') return <loaded.List {...props} />
  return (
    <div className="flex flex-col gap-4">
      <Notice notice={{ tone: 'danger', title: t.failedOrders(), text: t.checkConnection() }} />
      {/* Browsers remember a failed script import until the page reloads. */}
      <Button variant="primary" size="lg" onClick={() => window.location.reload()}>
        {t.retry()}
      </Button>
    </div>
  )
}
