import type { Migration } from '../schema-migration.ts'
import { fileTables } from '../tables/file-tables.ts'
import { ledgerTables } from '../tables/ledger-tables.ts'
import { operationsTables } from '../tables/operations-tables.ts'
import { outgoingTables } from '../tables/outgoing-tables.ts'
import { peopleTables } from '../tables/people-tables.ts'
import { portalTables } from '../tables/portal-tables.ts'
import { shopTables } from '../tables/shop-tables.ts'
import { stockTables } from '../tables/stock-tables.ts'
import { workTables } from '../tables/work-tables.ts'

/** All tables of a new database, each after those it references. */
export const tables: Migration = {
  name: '0001-tables',
  statements: [
    ...peopleTables,
    ...shopTables,
    ...stockTables,
    ...workTables,
    ...fileTables,
    ...ledgerTables,
    ...portalTables,
    ...outgoingTables,
    ...operationsTables,
  ],
}
