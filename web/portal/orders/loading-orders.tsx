import { Spinner } from '../../ui/layout/spinner.tsx'
import { t } from '../language/texts.ts'

export function LoadingOrders() {
  return (
    <p role="status" className="flex items-center gap-3 py-6 text-muted">
      <Spinner className="text-accent-ink" />
      {t.loadingOrders()}
    </p>
  )
}
