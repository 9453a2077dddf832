import { erasedName, eraseFromText, type Traces } from '#schema/rules/customers/erase.ts'
import { importMark } from '#schema/rules/text/activity-author.ts'
import { sql } from 'kysely'
import { shorten } from './activity-text.ts'
import { nextSeq, type WriteContext } from '../context.ts'
import { tableOf } from '../table.ts'

type Entry = { id: string; audit_text: string; order_id: string | null; customer_id: string | null }

/** Escapes the wildcards of LIKE. */
const toLiteral = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

const contains = (text: string) => sql<boolean>`audit_text like ${`%${toLiteral(text)}%`} escape '\\'`

/** The customer's current and former names found in activities, in full and shortened. */
export async function listPastNames({ trx, shopId }: WriteContext, customerId: string, name: string): Promise<string[]> {
  const names = new Set([name, shorten(name)])
  for (const known of names) {
    const renamings = await trx
      .selectFrom('activities')
      .select(['audit_text', 'customer_id'])
      .where('shop_id', '=', shopId)
      .where(contains(`Name changed from '`))
      .where(contains(` to '${known}'`))
      .where((where) => where.or([where('customer_id', '=', customerId), where('customer_id', 'is', null)]))
      .execute()
    for (const { audit_text: text } of renamings) {
      const end = text.indexOf(` to '${known}'`)
      const start = text.lastIndexOf("Name changed from '", end)
      const before = text.slice(start + "Name changed from '".length, end - 1)
      if (start > 0 && text.startsWith(`Customer '${before}'`)) names.add(before)
    }
  }
  return [...names]
}

/** Empties activities about the customer, and replaces the traces in all others. */
export async function eraseFromLog(context: WriteContext, customerId: string, traces: Traces): Promise<void> {
  const { trx, shopId } = context
  const words = [...traces.names, ...traces.phones.map(({ phone }) => phone), ...traces.emails, ...traces.words]
  const entries: Entry[] = await trx
    .selectFrom('activities')
    .select(['id', 'audit_text', 'order_id', 'customer_id'])
    .where('shop_id', '=', shopId)
    .where((where) =>
      where.or([
        where('customer_id', '=', customerId),
        where('order_id', 'in', where.selectFrom('orders').select('id').where('customer_id', '=', customerId)),
        ...words.map(contains),
      ]),
    )
    .orderBy('seq')
    .execute()
  for (const entry of entries) {
    const text = eraseEntry(entry, customerId, traces)
    if (text === entry.audit_text) continue
    const seq = await nextSeq(context, 'activities')
    context.memory.update(tableOf('activities'), entry.id, { audit_text: text, updated_at: context.mutationAt, seq })
  }
}

/** Leaves entries of another customer with the same name alone, unless they record that an order changed its customer. */
function eraseEntry({ audit_text: text, order_id: orderId, customer_id: entryCustomerId }: Entry, customerId: string, traces: Traces): string {
  const isOwn = entryCustomerId === customerId || (entryCustomerId === null && traces.names.some((name) => text.startsWith(`Customer '${name}'`)))
  if (isOwn && orderId === null) return eraseOwnEntry(text)
  if (entryCustomerId === null || entryCustomerId === customerId || text.includes('Customer changed from')) return eraseFromText(text, traces)
  return text
}

function eraseOwnEntry(text: string): string {
  const mark = text.endsWith(importMark) ? importMark : ''
  const ending = / (created|deleted|restored|erased)$/.exec(text.slice(0, text.length - mark.length))
  return `Customer '${erasedName}'${ending === null ? ': Details removed' : ending[0]}${mark}`
}
