import { erasedName, eraseFromText, type Traces } from '#schema/rules/customers/erase.ts'
import { importMark } from '#schema/rules/text/activity-author.ts'
import { type ActivityEntry, mapEntryTexts, tell } from '#schema/rules/text/activity-entry.ts'
import { sql } from 'kysely'
import { entryToEnglish } from '../activity-english.ts'
import { shorten } from './activity-text.ts'
import { nextSeq, type WriteContext } from '../context.ts'
import { tableOf } from '../table.ts'

type Entry = { id: string; audit_text: string; kind: string | null; values: string | null; order_id: string | null; customer_id: string | null }

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
  const entries = (await trx
    .selectFrom('activities')
    .select(['id', 'audit_text', 'kind', 'values', 'order_id', 'customer_id'])
    .where('shop_id', '=', shopId)
    .where((where) =>
      where.or([
        where('customer_id', '=', customerId),
        where('order_id', 'in', where.selectFrom('orders').select('id').where('customer_id', '=', customerId)),
        ...words.map(contains),
      ]),
    )
    .orderBy('seq')
    // Safe: tables store JSON as text.
    .execute()) as Entry[]
  for (const entry of entries) {
    const erased = eraseEntry(entry, customerId, traces)
    if (erased.audit_text === entry.audit_text && erased.values === entry.values) continue
    const seq = await nextSeq(context, 'activities')
    context.memory.update(tableOf('activities'), entry.id, { ...erased, updated_at: context.mutationAt, seq })
  }
}

type Told = Pick<Entry, 'audit_text' | 'kind' | 'values'>

/** Leaves entries of another customer with the same name alone, unless they record that an order changed its customer. */
function eraseEntry({ audit_text: text, kind, values, order_id: orderId, customer_id: entryCustomerId }: Entry, customerId: string, traces: Traces): Told {
  const isOwn = entryCustomerId === customerId || (entryCustomerId === null && traces.names.some((name) => text.startsWith(`Customer '${name}'`)))
  if (isOwn && orderId === null) return eraseOwnEntry(text, kind)
  if (entryCustomerId !== null && entryCustomerId !== customerId && !text.includes('Customer changed from')) return { audit_text: text, kind, values }
  return { audit_text: eraseFromText(text, traces), kind, values: values && eraseFromValues(values, traces) }
}

function eraseFromValues(values: string, traces: Traces): string {
  // Safe: the server wrote it.
  const told = { kind: 'changed', values: JSON.parse(values) } as ActivityEntry
  return JSON.stringify(mapEntryTexts(told, (text) => eraseFromText(text, traces)).values)
}

function eraseOwnEntry(text: string, kind: string | null): Told {
  const mark = text.endsWith(importMark) ? importMark : ''
  const name = erasedName
  const entry =
    kind === 'created' || kind === 'deleted' || kind === 'restored'
      ? tell(kind, { subject: tell('subject', { thing: { thing: 'customers' }, title: name }) })
      : tell(kind === 'erased' ? kind : 'detailsRemoved', { name })
  return { audit_text: entryToEnglish(entry, String) + mark, kind: entry.kind, values: JSON.stringify(entry.values) }
}
