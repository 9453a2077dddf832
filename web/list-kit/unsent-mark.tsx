import { Clock } from 'lucide-react'

export function UnsentMark() {
  return (
    <span title="Not sent yet" className="inline-flex shrink-0 text-muted">
      <Clock aria-hidden="true" className="size-4" />
      <span className="sr-only">Not sent yet</span>
    </span>
  )
}
