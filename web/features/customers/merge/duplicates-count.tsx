import { CountBadge } from '#web/ui/layout/badge.tsx'
import { useDuplicateGroups } from './use-duplicates.ts'

/** How many groups there are to look at, on the way to them. */
export function DuplicatesCount({ shopId }: { shopId: string }) {
  const found = useDuplicateGroups(shopId, 'at-rest')
  return found.state === 'ready' ? <CountBadge count={found.groups.length} tone="warn" /> : null
}
