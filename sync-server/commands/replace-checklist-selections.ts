import { toTickId } from '#schema/rules/orders/tick-id.ts'
import type { Caller } from '#schema/rules/access/access.ts'
import type { ChecklistSelection } from '#schema/collections/work/checklist-selections.ts'
import type { Services } from '../services.ts'
import type { WriteOp } from '../store/context.ts'
import { applyOps } from '../store/write.ts'

/** Selects exactly the given checklist items of the order. */
export async function replaceChecklistSelections(
  services: Services,
  caller: Caller,
  shopId: string,
  orderId: string,
  { current, wanted }: { current: readonly ChecklistSelection[]; wanted: readonly string[] },
): Promise<void> {
  const ticked = new Set(current.map(({ dropoffChecklistId }) => dropoffChecklistId))
  const wantedIds = new Set(wanted)
  const created = [...wantedIds]
    .filter((itemId) => !ticked.has(itemId))
    .map((itemId): WriteOp => ({
      action: 'create',
      collection: 'checklist_selections',
      id: toTickId(orderId, itemId),
      values: { orderId, dropoffChecklistId: itemId },
    }))
  const deleted = current
    .filter(({ dropoffChecklistId }) => !wantedIds.has(dropoffChecklistId))
    .map(({ id }): WriteOp => ({ action: 'delete', collection: 'checklist_selections', id }))
  const ops = [...created, ...deleted]
  if (ops.length > 0) await applyOps(services, { ...caller, origin: 'rest' }, shopId, ops)
}
