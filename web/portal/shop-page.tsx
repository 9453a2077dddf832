import { useEffect, useState } from 'react'
import { TextSpinner } from '../ui/layout/spinner.tsx'
import { CustomerPortal } from './customer-portal.tsx'
import { FullPage, RetryPage } from './full-page.tsx'
import { useShopLook } from './look/use-shop-look.ts'
import { isCustomerPage, pathToShopPart, pathWithCode, readShop, type ShopAnswer } from './read-shop.ts'
import { toLogoAddress } from './shop-header.tsx'
import { showPage } from './show-page.tsx'
import { t } from './language/texts.ts'
import { PortalPage } from './portal-page.tsx'

export const showShop = (root: HTMLElement): void => showPage(root, () => <ShopPage />)

export function ShopPage() {
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
  useShopLook(
    found && {
      title: found.shop.name,
      color: found.color,
      logo: found.profile?.logo,
      logoAddress: toLogoAddress(found.shop.id),
      language: found.profile?.language,
    },
  )

  const retry = () => {
    setAnswer(undefined)
    setAttempt(attempt + 1)
  }

  return (
    <PortalPage
      foot={
        <a href="/login" className="inline-flex min-h-11 items-center text-accent-ink underline underline-offset-4">
          {t.staffSignIn()}
        </a>
      }
    >
      <Answer answer={answer} code={part} onRetry={retry} />
    </PortalPage>
  )
}

function Answer({ answer, code, onRetry }: { answer: ShopAnswer | undefined; code: string; onRetry: () => void }) {
  if (answer === undefined) return <TextSpinner text={t.loading()} />
  if (answer.state === 'not-found') {
    return <FullPage title={t.shopNotFound()}>{t.shopNotFoundText({ code })}</FullPage>
  }
  if (answer.state === 'failed') return <RetryPage onRetry={onRetry} />
  if (!answer.hasPortal) {
    return <FullPage title={answer.shop.name}>{t.server.notEnabled()}</FullPage>
  }
  return (
    <CustomerPortal shop={answer.shop} profile={answer.profile} openingHours={answer.openingHours} isOpenAtStart={isCustomerPage(window.location.pathname)} />
  )
}
