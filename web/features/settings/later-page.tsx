import { Hammer } from 'lucide-react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

/** A page of settings that a later version brings. */
export function LaterPage({ title, instead }: { title: string; instead: string }) {
  return (
    <section aria-label={title}>
      <PageHeader title={title} />
      <EmptyState icon={<Hammer />} title="This view is not part of this version yet." text={instead} />
    </section>
  )
}
