import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { PageSpinner } from '../ui/spinner.tsx'
import { pathToShopPart, pathWithCode, readShop, type ShopAnswer } from './read-shop.ts'

const cards = [
  { title: 'Check Order Status', text: 'Ask at the counter, or call us, to hear how far your repair is.' },
  { title: 'Create New Order', text: 'Bring your device to the counter and we will take it in.' },
  { title: 'Become a Customer', text: 'Tell us your name and phone number at the counter.' },
]

/** The public page of one shop: its name and what a customer can do (PUB-01 to PUB-06). */
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
      document.title = next.shop.name
      const path = pathWithCode(window.location.pathname, next.shop)
      if (path !== undefined) window.history.replaceState(null, '', path)
    }
    void load()
    return () => controller.abort()
  }, [part, attempt])

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
    return <Notice title="Shop Not Found">{`Shop '${code}' not found. Please check the URL and try again.`}</Notice>
  }
  if (answer.state === 'failed') {
    return (
      <Notice title="No connection to the shop">
        <span className="block">Check your connection and try again.</span>
        <Button variant="primary" size="lg" className="mt-5" onClick={onRetry}>
          Retry
        </Button>
      </Notice>
    )
  }
  if (!answer.hasPortal) {
    return <Notice title={answer.shop.name}>Customer self serve portal is not enabled by this shop.</Notice>
  }
  return (
    <>
      <h1 className="text-xl font-semibold">{answer.shop.name}</h1>
      <ul className="mt-6 border-t border-line">
        {cards.map((card) => (
          <li key={card.title} className="border-b border-line py-5">
            <h2 className="text-lg font-semibold">{card.title}</h2>
            <p className="mt-1 text-input text-muted">{card.text}</p>
          </li>
        ))}
      </ul>
    </>
  )
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="pt-[12dvh]">
      <h1 className="text-xl font-semibold">{title}</h1>
      <div className="mt-2 text-input text-muted">{children}</div>
    </div>
  )
}
