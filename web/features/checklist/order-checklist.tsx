import { Panel } from '#web/ui/layout/panel.tsx'
import { checklistCountText, ChecklistBoxes } from './checklist-boxes.tsx'
import { useChecklist } from './use-checklist.ts'
import { t } from './checklist-texts.ts'

export function OrderChecklist({ shopId, orderId }: { shopId: string; orderId: string }) {
  const checklist = useChecklist(shopId, orderId, t.saveOfOrderFailed())
  const hasItems = checklist.items !== undefined && checklist.items.length > 0
  return (
    <Panel title={t.title()} aside={hasItems && <span className="text-sm text-muted">{checklistCountText(checklist)}</span>} isEmpty={!hasItems}>
      <div className="pl-7 group-data-empty/panel:sr-only">
        <ChecklistBoxes checklist={checklist} emptyText={t.noItemsSet()} />
      </div>
    </Panel>
  )
}
