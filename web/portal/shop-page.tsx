import { useEffect, useState } from 'react'
import { portalTexts } from '#schema/rules/customers/portal.ts'
import { Button } from '../ui/controls/button.tsx'
import { PageSpinner } from '../ui/layout/spinner.tsx'
import { CustomerPortal } from './customer-portal.tsx'
import { FullPage } from './full-page.tsx'
import { useShopLook } from './look/use-shop-look.ts'
import { isCustomerPage, pathToShopPart, pathWithCode, readShop, type ShopAnswer } from './read-shop.ts'
import { toLogoAddress } from './shop-header.tsx'
import { showPage } from './show-page.tsx'

export const showShop = (root: HTMLElement): void => showPage(root, <ShopPage />)

function ShopPage() {
  const part = pathToShopPart(window.location.pathname)
  const [answer, setAnswer] = useState<ShopAnswer | undefined>(undefined)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    const controller = new AbortController()
    const load = async () => {
      const next = await readShop(part, (path, options) => fetch(path, options), controller.signal)
      if (controller.signal.aborted) return
      setAnswer(next)
      if (next.state !== 'found') return
      const path = pathWithCode(window.location.pathname, next.shop)
      if (path !== undefined) window.history.replaceState(null, '', path)
    }
    void load()
    return () => controller.abort()
  }, [part, attempt])

  const found = answer?.state === 'found' ? answer : undefined
  useShopLook(found && { title: found.shop.name, color: found.color, logo: found.profile?.logo, logoAddress: toLogoAddress(found.shop.id) })

  const retry = () => {
    setAnswer(undefined)
    setAttempt(attempt + 1)
  }

  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-140 flex-col px-5 py-8">
      <main className="flex-1">
        <Answer answer={answer} code={part} onRetry={retry} />
      </main>
      <footer className="mt-10 border-t border-line pt-3">
        <a href="/login" className="inline-flex min-h-11 items-center text-accent-ink underline underline-offset-4">
          Staff sign in
        </a>
      </footer>
    </div>
  )
}

function Answer({ answer, code, onRetry }: { answer: ShopAnswer | undefined; code: string; onRetry: () => void }) {
  if (answer === undefined) return <PageSpinner />
  if (answer.state === 'not-found') {
    return <FullPage title="Shop Not Found">{`Shop '${code}' not found. Please check the URL and try again.`}</FullPage>
  }
  if (answer.state === 'failed') {
    return (
      <FullPage title="No connection to the shop">
        <span className="block">Check your connection and try again.</span>
        <Button variant="primary" size="lg" className="mt-5" onClick={onRetry}>
          Retry
        </Button>
      </FullPage>
    )
  }
  if (!answer.hasPortal) {
    return <FullPage title={answer.shop.name}>{portalTexts.notEnabled}</FullPage>
  }
  return (
    <CustomerPortal shop={answer.shop} profile={answer.profile} openingHours={answer.openingHours} isOpenAtStart={isCustomerPage(window.location.pathname)} />
  )
}
