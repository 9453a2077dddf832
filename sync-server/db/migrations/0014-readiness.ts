import type { Migration } from '../schema-migration.ts'

/** One row, written by `/readyz` to see that writing works. */
export const readiness: Migration = {
  name: '0014-readiness',
  statements: [`create table readiness (id integer primary key check (id = 1), written_at text not null) strict`],
}
