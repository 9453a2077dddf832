import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FeatureView } from '#web/features/define-feature.ts'
import { useAuth } from '#web/session/session.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'

type GuardedViewProps = { label: string; guard: NonNullable<FeatureView['guard']>; children: ReactNode }

/** A view that needs a privilege: reached without it, it says so. */
export function GuardedView({ label, guard: { privilege, deniedText }, children }: GuardedViewProps) {
  const { hasPrivilege } = useAuth()
  if (hasPrivilege(privilege)) return children
  return (
    <section aria-label={label} className="py-8">
      <h1 className="sr-only">{label}</h1>
      <EmptyState icon={<Lock />} title={deniedText} />
    </section>
  )
}
