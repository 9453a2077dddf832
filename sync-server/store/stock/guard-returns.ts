import { AppError } from '#schema/errors.ts'
import { findReturnIssue, findSoldLineIssue, isReturn } from '#schema/rules/orders/returns.ts'
import { thousandthsToQuantity } from '#schema/values/order-lines/quantity.ts'
import type { WriteContext } from '../context.ts'
import { rowToContent } from '../rows.ts'
import { tableOf } from '../table.ts'

type Values = Readonly<Record<string, unknown>>

/** A return takes back at most what was sold, and a sold line keeps what came back. `values`: the row after the write. */
export async function assertReturns(context: WriteContext, id: string, values: Values): Promise<void> {
  const table = tableOf('order_lines')
  const { returnOf } = values
  const sold = typeof returnOf === 'string' ? await context.memory.find(table, returnOf) : undefined
  const isThere = sold !== undefined && sold.shopId === context.shopId && sold.deleted === 0
  if (isReturn(values) && !isThere) {
    const message = 'The returned line was deleted in the meantime'
    throw new AppError('INVALID_REFERENCE', message, { issues: [{ path: 'returnOf', message }] })
  }
  const issue = isThere
    ? findReturnIssue(values, rowToContent(table, sold), await sumReturned(context, sold.id, id))
    : (await isStored(context, id)) && findSoldLineIssue(values, await sumReturned(context, id))
  if (issue) throw new AppError(issue.code, issue.message, { issues: [{ path: issue.path, message: issue.message }] })
}

const isStored = async ({ memory }: WriteContext, id: string): Promise<boolean> => (await memory.find(tableOf('order_lines'), id)) !== undefined

export async function assertLineMayGo(context: WriteContext, id: string): Promise<void> {
  const issue = findSoldLineIssue(undefined, await sumReturned(context, id))
  if (issue !== undefined) throw new AppError(issue.code, issue.message)
}

/** The living returns of a line, without the return `without`. */
async function sumReturned({ trx }: WriteContext, lineId: string, without = ''): Promise<number> {
  const row = await trx
    .selectFrom('order_lines')
    .select(({ fn }) => fn.sum('quantity_thousandths').as('thousandths'))
    .where('return_of', '=', lineId)
    .where('deleted', '=', 0)
    .where('id', '!=', without)
    .executeTakeFirst()
  return thousandthsToQuantity(Number(row?.thousandths ?? 0))
}
