import type { ChecklistItemAnswer } from '#schema/api/answers/row-answers.ts'
import { AppError } from '#schema/errors.ts'
import { isMember, type Caller } from '#schema/rules/access/access.ts'
import type { Services } from '../services.ts'
import type { WriteOp } from '../store/context.ts'
import { administer } from './administration/administer.ts'

/** The shop's drop-off checklist; any member may change it. */

export async function addChecklistItem(services: Services, caller: Caller, shopId: string, name: string): Promise<ChecklistItemAnswer> {
  const id = services.newId()
  await apply(services, caller, shopId, { action: 'create', collection: 'checklist_items', id, values: { name } })
  return { id, name }
}

export async function renameChecklistItem(services: Services, caller: Caller, shopId: string, id: string, name: string): Promise<ChecklistItemAnswer> {
  await apply(services, caller, shopId, { action: 'set', collection: 'checklist_items', id, values: { name } })
  return { id, name }
}

/** Also deletes its selections on orders. */
export const deleteChecklistItem = (services: Services, caller: Caller, shopId: string, id: string): Promise<void> =>
  apply(services, caller, shopId, { action: 'delete', collection: 'checklist_items', id })

async function apply(services: Services, caller: Caller, shopId: string, op: WriteOp): Promise<void> {
  if (!isMember(caller, shopId)) throw new AppError('NOT_FOUND')
  await administer(services, caller.userId, ({ apply: applyIn }) => applyIn(shopId, [op]))
}
