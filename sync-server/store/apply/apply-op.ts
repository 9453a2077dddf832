import { isCollectionName } from '#schema/collections/index.ts'
import { applyBring } from './bring/apply-bring.ts'
import { applyCreate } from './apply-create.ts'
import { applyDelete } from './apply-delete.ts'
import { applyErase } from './apply-erase.ts'
import { applyEnter, applyLeave } from './apply-move.ts'
import { applyRestore } from './apply-restore.ts'
import { applySet, applyUpdate } from './apply-update.ts'
import type { WriteOp, WriteContext } from '../context.ts'
import { issuesToError } from './parse-values.ts'
import { tableOf } from '../table.ts'

/** One op of a mutation; throws the AppError that refuses the whole mutation. */
export async function applyOp(context: WriteContext, op: WriteOp): Promise<void> {
  if (!isCollectionName(op.collection)) throw issuesToError([{ path: 'collection', message: `There is no collection '${op.collection}'` }])
  const table = tableOf(op.collection)
  switch (op.action) {
    case 'create':
      return applyCreate(context, table, op)
    case 'update':
      return applyUpdate(context, table, op)
    case 'set':
      return applySet(context, table, op)
    case 'delete':
      return applyDelete(context, table, op)
    case 'leave':
      return applyLeave(context, table, op.id)
    case 'enter':
      return applyEnter(context, table, op.id)
    case 'erase':
      return applyErase(context, op)
    case 'bring':
      return applyBring(context, table, op)
    case 'restore':
      return applyRestore(context, table, op)
  }
}
