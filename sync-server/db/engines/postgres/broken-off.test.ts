import pg from 'pg'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, readClusterUrl, type TestDatabase } from '../../../testing/postgres/test-databases.ts'
import { openDatabase, type OpenDatabase } from '../../open.ts'
import { inTransaction, runCompiled, sendAhead } from '../../transaction.ts'
import type { Db, Tx } from '../../database.ts'
import { toErrorKind } from '../error-kind.ts'

const clusterUrl = readClusterUrl()

let made: TestDatabase
let open: OpenDatabase
let other: pg.Client

/** A single pooled connection, so that state left by a broken transaction would show. */
beforeEach(async () => {
  made = await createTestDatabase(clusterUrl ?? '')
  open = await openDatabase({ url: made.url, poolSize: 1 })
  other = new pg.Client({ connectionString: made.url })
  await other.connect()
  await other.query('create table notes (id int primary key, text text)')
})

afterEach(async () => {
  await other.end()
  await open.close()
  await made.drop()
})

const run = <Row>(executor: Db, text: string): Promise<Row[]> => runCompiled<Row>(executor, sql.raw<Row>(text).compile(executor))
const ahead = (trx: Tx, text: string): Promise<void> => sendAhead(trx, sql.raw(text).compile(trx))
const countNotes = async (): Promise<number> => Number((await other.query('select count(*) from notes')).rows[0]?.count)

async function readPid(executor: Db): Promise<number> {
  const [row] = await run<{ pid: number }>(executor, 'select pg_backend_pid() as pid')
  return row?.pid ?? 0
}

const terminate = (pid: number): Promise<unknown> => other.query('select pg_terminate_backend($1, 10000)', [pid])

const kindOf = (work: Promise<unknown>): Promise<string | undefined> => work.then(() => 'done', toErrorKind)
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )

describe.skipIf(clusterUrl === undefined)('a connection that is ended', () => {
  it('in the middle of a transaction is the database being away, leaves nothing, and is followed by a good one', async () => {
    const work = inTransaction(open.db, async (trx) => {
      await run(trx, `insert into notes values (1, 'half')`)
      await terminate(await readPid(trx))
      await run(trx, `insert into notes values (2, 'whole')`)
    })
    expect(await kindOf(work)).toBe('away')
    expect(await countNotes()).toBe(0)
    await inTransaction(open.db, (trx) => run(trx, `insert into notes values (3, 'again')`))
    expect(await countNotes()).toBe(1)
  })

  it('behind statements that nobody waited for is the same', async () => {
    const work = inTransaction(open.db, async (trx) => {
      await terminate(await readPid(trx))
      await ahead(trx, `insert into notes values (1, 'ahead')`)
    })
    expect(await kindOf(work)).toBe('away')
    expect(await countNotes()).toBe(0)
    expect(await kindOf(inTransaction(open.db, (trx) => run(trx, 'select 1')))).toBe('done')
  })

  it('by the commit itself is the same: whether it happened is not known', async () => {
    await other.query(
      `create function leave() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(60); return null; end $$`,
    )
    await other.query('create constraint trigger leaving after insert on notes deferrable initially deferred for each row execute function leave()')
    expect(await kindOf(inTransaction(open.db, (trx) => run(trx, `insert into notes values (1, 'late')`)))).toBe('away')
    await other.query('drop trigger leaving on notes')
    await inTransaction(open.db, (trx) => run(trx, `insert into notes values (2, 'again')`))
    expect(await countNotes()).toBe(1)
  })

  it('while it rests is not given to anybody', async () => {
    await terminate(await readPid(open.db))
    await expect.poll(() => kindOf(run(open.db, 'select 1'))).toBe('done')
  })
})

describe.skipIf(clusterUrl === undefined)('a statement that nobody waited for', () => {
  it('and that failed is what the next one tells of, not that the transaction is over', async () => {
    const work = inTransaction(open.db, async (trx) => {
      await ahead(trx, 'select 1 / 0')
      await run(trx, 'select 1')
    })
    expect(await codeOf(work)).toBe('22012')
    expect(await kindOf(inTransaction(open.db, (trx) => run(trx, 'select 1')))).toBe('done')
  })

  it('and that failed is what all the next ones tell of, in whichever order they are waited for', async () => {
    const work = inTransaction(open.db, async (trx) => {
      const sent = [run(trx, 'select 1'), run(trx, 'select 1 / 0'), run(trx, 'select 2')].map(codeOf)
      expect(await Promise.all(sent)).toEqual(['done', '22012', '22012'])
    })
    expect(await codeOf(work)).toBe('22012')
  })

  it('and that failed fails the commit, of which nothing stays', async () => {
    const work = inTransaction(open.db, async (trx) => {
      await run(trx, `insert into notes values (1, 'before')`)
      await ahead(trx, 'select 1 / 0')
    })
    expect(await codeOf(work)).toBe('22012')
    expect(await countNotes()).toBe(0)
    await inTransaction(open.db, (trx) => run(trx, `insert into notes values (2, 'after')`))
    expect(await countNotes()).toBe(1)
  })
})
