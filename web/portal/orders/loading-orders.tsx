import { Spinner } from '../../ui/layout/spinner.tsx'

export function LoadingOrders() {
  return (
    <p role="status" className="flex items-center gap-3 py-6 text-muted">
      <Spinner className="text-accent-ink" />
      Loading your orders...
    </p>
  )
}
