import { expect, test } from 'vitest'
import { migrations } from './migrate.ts'
import type { Migration, MigrationStatement } from './schema-migration.ts'

const textsOf = (statement: MigrationStatement): string[] =>
  typeof statement === 'string' ? [statement] : [statement.sqlite, statement.postgres].filter((text) => text !== null)

/** What programs would miss or meet that were written before it. */
const isContracting = (statement: string): boolean =>
  /\b(?:drop (?!index)|rename |create unique index)/i.test(statement) ||
  (/\badd column\b/i.test(statement) && /\bnot null\b/i.test(statement) && !/\bdefault\b/i.test(statement))

/** Those of before had one program at a time: a file has one server. */
const lastOfOneProgram = '0027-shared-limits'
const findUnsaid = (all: readonly Migration[]): string[] =>
  all.flatMap(({ name, statements, oldestProgram }) =>
    name > lastOfOneProgram && oldestProgram === undefined && statements.flatMap(textsOf).some(isContracting) ? [name] : [],
  )

test('every migration that takes something away names the programs that may go on (migration.ts, oldestProgram)', () => {
  expect(findUnsaid(migrations)).toEqual([])
})

test.each([
  ['alter table customers drop column notes', true],
  ['alter table customers rename column notes to remarks', true],
  ['alter table customers add column shelf text not null', true],
  ['create unique index customers_phone on customers (phone)', true],
  ["alter table customers add column shelf text not null default ''", false],
  ['alter table customers add column shelf text', false],
  ['create table loans (id text primary key, note text not null) strict', false],
  ['drop index customers_name', false],
])('is one that takes something away, or none: %s', (statement, isOne) => {
  const made = { name: '9998-next', statements: [statement] }
  expect(findUnsaid([made])).toEqual(isOne ? ['9998-next'] : [])
  expect(findUnsaid([{ ...made, oldestProgram: lastOfOneProgram }])).toEqual([])
})

test('the programs that a migration names are of before it, or its own', () => {
  const names = migrations.map(({ name }) => name)
  const foreign = migrations.filter(({ name, oldestProgram = name }) => !names.slice(0, names.indexOf(name) + 1).includes(oldestProgram))
  expect(foreign).toEqual([])
})
