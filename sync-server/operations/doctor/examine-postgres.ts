import { looksOnly } from '../../db/look-only.ts'
import { migrations } from '../../db/migrate.ts'
import { toRefusal } from '../../db/schema-migration.ts'
import { toMoment, type LedgerSpan } from './examine-clock.ts'
import { toReason, type Finding } from './finding.ts'

export type PostgresFinding = { finding: Finding; span?: LedgerSpan }

const about = 'Database'

/** Checks connection and ownership of the database and reports its contents. Its integrity is its operator's task. */
export async function examinePostgres(url: string): Promise<PostgresFinding> {
  try {
    return await looksOnly(url, async (db) => {
      const tables = new Set((await db.introspection.getTables()).map(({ name }) => name))
      if (!tables.has('schema_migrations'))
        return { finding: { state: 'warn', about, text: 'PostgreSQL answers; there are no tables yet, the first start makes them' } }
      const applied = (await db.selectFrom('schema_migrations').select('name').orderBy('name').execute()).map(({ name }) => name)
      if (tables.has('moved_tables')) return { finding: { state: 'fail', about, text: movingText } }
      const refusal = toRefusal('it', applied, migrations)
      if (refusal !== undefined) return { finding: { state: 'fail', about, text: refusal } }
      const count = async (table: 'orders' | 'customers'): Promise<number> => {
        const { rows } = await db
          .selectFrom(table)
          .select((eb) => eb.fn.countAll<number>().as('rows'))
          .where('deleted', '=', 0)
          .executeTakeFirstOrThrow()
        return rows
      }
      const { oldest } = await db
        .selectFrom('mutations')
        .select((eb) => eb.fn.min('received_at').as('oldest'))
        .where('kept_bytes', 'is', null)
        .executeTakeFirstOrThrow()
      const { newest } = await db
        .selectFrom('mutations')
        .select((eb) => eb.fn.max('received_at').as('newest'))
        .executeTakeFirstOrThrow()
      const text = `PostgreSQL answers: ${await count('orders')} orders, ${await count('customers')} customers, version ${applied.at(-1) ?? 'none'}`
      return { finding: { state: 'ok', about, text }, span: { oldest: toMoment(oldest), newest: toMoment(newest) } }
    })
  } catch (error) {
    return { finding: { state: 'fail', about, text: `${toReason(error)}. Is PostgreSQL running, and does DATABASE_URL name it?` } }
  }
}

const movingText = 'a move into it was begun and has not ended. Run npm run move-to-postgres again: it goes on.'
