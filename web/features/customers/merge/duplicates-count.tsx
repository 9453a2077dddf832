import { CountBadge } from '#web/ui/layout/badge.tsx'
import { useDuplicateGroups } from './use-duplicates.ts'

/** The number of duplicate groups, shown at the link to them. */
export function DuplicatesCount({ shopId }: { shopId: string }) {
  const found = useDuplicateGroups(shopId, 'at-rest')
  return found.state === 'ready' ? <CountBadge count={found.groups.length} tone="warn" /> : null
}
