import { Chip } from '#web/ui/layout/badge.tsx'
import { statusToTone } from './status-tone.ts'
import { useStatusName } from './use-status-name.ts'

export function StatusChip({ statusId, className }: { statusId: string; className?: string | undefined }) {
  const name = useStatusName(statusId)
  return (
    <Chip tone={statusToTone(statusId)} title={name} canWrap className={className}>
      {name}
    </Chip>
  )
}
