import type { Migration } from '../schema-migration.ts'

/** A moved employee's row goes along, id and all; each shop that was left keeps a place in its feed, which devices read as a tombstone. */
export const employeeDepartures: Migration = {
  name: '0016-employee-departures',
  statements: [
    `create table employee_departures (
      employee_id text not null references employees (id) on delete cascade,
      shop_id text not null references shops (id) on delete cascade,
      seq integer not null,
      primary key (employee_id, shop_id)
    ) strict, without rowid`,
    `create unique index employee_departures_feed on employee_departures (shop_id, seq)`,
  ],
}
