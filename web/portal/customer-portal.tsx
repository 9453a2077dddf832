import { ChevronRight } from 'lucide-react'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { Button } from '../ui/button.tsx'
import { Notice } from './notice.tsx'
import { emptyOrderDraft, OrderForm } from './order-form.tsx'
import { OrderList } from './order-list.tsx'
import { createPortalApi, type PublicCustomer } from './portal-api.ts'
import { PortalDialog } from './portal-dialog.tsx'
import { type Action, expiredNotice, type NoticeContent, registeredNotice, submittedNotice, verifiedNotice } from './portal-words.ts'
import type { PublicShop } from './read-shop.ts'
import { emptyRegistration, RegistrationForm } from './registration-form.tsx'
import { useKeptDraft } from './use-kept-draft.ts'
import { VerifyIdentity } from './verify-identity.tsx'

const cards: readonly { action: Action; title: string; text: string }[] = [
  { action: 'status', title: 'Check Order Status', text: 'See how far your repair is.' },
  { action: 'order', title: 'Create New Order', text: 'Tell us what is broken before you bring it.' },
  { action: 'register', title: 'Become a Customer', text: 'Leave your name and phone number with us.' },
]

const titleByAction: Record<Action, string> = { status: 'Your Repair Orders', order: 'Create New Repair Order', register: 'Become a Customer' }

/** The three cards and the flow behind each: verify, then the form or the list (PUB-02, PUB-09, PUB-12). */
export function CustomerPortal({ shop, isOpenAtStart }: { shop: PublicShop; isOpenAtStart: boolean }) {
  const api = useMemo(() => createPortalApi(shop.id), [shop.id])
  const [action, setAction] = useState<Action | undefined>(isOpenAtStart ? 'order' : undefined)
  const [customer, setCustomer] = useState<PublicCustomer | undefined>(undefined)
  // Of the page while no dialog is open, else of the dialog.
  const [notice, setNotice] = useState<NoticeContent | undefined>(undefined)
  const [order, keepOrder] = useKeptDraft(`portal-order-${shop.id}`, emptyOrderDraft)
  const [registration, keepRegistration] = useKeptDraft(`portal-registration-${shop.id}`, emptyRegistration)

  const open = (next: Action | undefined, word?: NoticeContent) => {
    setAction(next)
    setNotice(word)
  }
  const askAgain = (word?: NoticeContent) => {
    setCustomer(undefined)
    setNotice(word)
  }
  const forget = () => {
    // Without an answer the session ends with the next verification, or after half an hour.
    void api.signOut()
    // Sent as another person's, it is another order.
    keepOrder({ ...order, id: '' })
    askAgain()
  }

  const content = (of: Action) => {
    if (of === 'register') {
      const finish = () => {
        keepRegistration(emptyRegistration)
        open(undefined, registeredNotice)
      }
      return <RegistrationForm api={api} draft={registration} onDraftChange={keepRegistration} onRegistered={finish} />
    }
    if (customer === undefined) {
      const go = (verified: PublicCustomer) => {
        setCustomer(verified)
        setNotice(verifiedNotice(of))
      }
      return <VerifyIdentity api={api} onVerified={go} />
    }
    const onUnverified = () => askAgain(expiredNotice)
    if (of === 'status') return <OrderList api={api} customer={customer} onUnverified={onUnverified} onCreate={() => open('order')} />
    const finish = () => {
      keepOrder(emptyOrderDraft)
      open(isOpenAtStart ? 'order' : undefined, submittedNotice(isOpenAtStart))
    }
    return <OrderForm api={api} customer={customer} draft={order} onDraftChange={keepOrder} onSubmitted={finish} onUnverified={onUnverified} />
  }

  const isVerifying = action !== undefined && action !== 'register' && customer === undefined
  return (
    <>
      <div className="flex flex-col gap-4">
        <h1 className="text-xl font-semibold wrap-anywhere">{shop.name}</h1>
        <Notice notice={action === undefined ? notice : undefined} />
      </div>
      <ul className="mt-6 border-t border-line">
        {cards.map((card) => (
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
        <PortalDialog title={isVerifying ? 'Verify Your Identity' : titleByAction[action]} onClose={() => open(undefined)}>
          <div className="flex flex-col gap-4">
            <OfflineNotice />
            <Notice notice={notice} />
            {content(action)}
            {customer !== undefined && action !== 'register' && (
              <p className="flex flex-wrap items-center gap-x-2 border-t border-line pt-2 text-muted">
                <span className="min-w-0 wrap-anywhere">Verified as {customer.name}</span>
                <Button variant="ghost" className="px-2 text-accent-ink underline underline-offset-4" onClick={forget}>
                  Not you?
                </Button>
              </p>
            )}
          </div>
        </PortalDialog>
      )}
    </>
  )
}

function OfflineNotice() {
  const isOnline = useSyncExternalStore(listenToNetwork, () => navigator.onLine)
  return <Notice notice={isOnline ? undefined : { tone: 'neutral', title: 'You are offline', text: 'What you type is kept. Connect to the internet to send it.' }} />
}

function listenToNetwork(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}
