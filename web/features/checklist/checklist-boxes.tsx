import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import type { ChecklistState } from './use-checklist.ts'
import { t } from './checklist-texts.ts'

export function ChecklistBoxes({ checklist: { items, tickedIds, toggle }, emptyText }: { checklist: ChecklistState; emptyText: string }) {
  if (items === undefined) return <Skeleton className="my-3 w-48" />
  if (items.length === 0) return <p className="py-1 text-muted">{emptyText}</p>
  return (
    <div className="flex flex-col gap-x-6 sm:block sm:columns-2 lg:columns-3 sm:[&>*]:break-inside-avoid">
      {items.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={<span className="wrap-anywhere">{name}</span>}
          checked={tickedIds.has(id)}
          onChange={(event) => toggle(id, event.target.checked)}
        />
      ))}
    </div>
  )
}

export const checklistCountText = ({ items, tickedIds }: ChecklistState): string => {
  const all = items ?? []
  return t.count({ ticked: all.filter(({ id }) => tickedIds.has(id)).length, all: all.length })
}
