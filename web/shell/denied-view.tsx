import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Privilege } from '#schema/privileges.ts'
import { useAuth } from '#web/session/session.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import type { DashboardTab } from '../navigation/paths.ts'
import { viewLabel } from './menus/view-tabs.tsx'

/** ACT-05 and REP-11. */
const deniedByTab = {
  activities: { privilege: 'view_activity', text: "Access Denied: You don't have permission to view activities. Contact your administrator." },
  reports: { privilege: 'view_report', text: "Access Denied: You don't have permission to view reports. Contact your administrator." },
} as const satisfies Partial<Record<DashboardTab, { privilege: Privilege; text: string }>>

/** A view that needs a privilege: reached without it, it says so. */
export function GuardedView({ tab, children }: { tab: keyof typeof deniedByTab; children: ReactNode }) {
  const { hasPrivilege } = useAuth()
  const { privilege, text } = deniedByTab[tab]
  if (hasPrivilege(privilege)) return children
  return (
    <section aria-label={viewLabel(tab)} className="py-8">
      <h1 className="sr-only">{viewLabel(tab)}</h1>
      <EmptyState icon={<Lock />} title={text} />
    </section>
  )
}
