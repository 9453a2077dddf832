import type { ReactNode } from 'react'
import { Button } from '../ui/controls/button.tsx'
import { TextSpinner } from '../ui/layout/spinner.tsx'
import { t } from './language/texts.ts'
import type { LinkOutcome } from './order-link/order-link-api.ts'

export function FullPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="pt-[12dvh]">
      <h1 className="text-xl font-semibold">{title}</h1>
      <div className="mt-2 text-input text-muted">{children}</div>
    </div>
  )
}

export function RetryPage({ title = t.noConnection(), text = t.checkConnection(), onRetry }: { title?: string; text?: string; onRetry: () => void }) {
  return (
    <FullPage title={title}>
      <span className="block">{text}</span>
      <Button variant="primary" size="lg" className="mt-5" onClick={onRetry}>
        {t.retry()}
      </Button>
    </FullPage>
  )
}

/** In place of what a link would show. */
export function NothingOfLink({ outcome, onRetry }: { outcome: LinkOutcome<unknown> | undefined; onRetry: () => void }) {
  if (outcome === undefined || outcome.state === 'ok') return <TextSpinner text={t.loading()} />
  if (outcome.state === 'not-open') return <FullPage title={t.linkNotOpen()}>{outcome.message}</FullPage>
  return outcome.state === 'refused' ? <RetryPage title={t.waitMoment()} text={outcome.message} onRetry={onRetry} /> : <RetryPage onRetry={onRetry} />
}
