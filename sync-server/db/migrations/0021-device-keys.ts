import type { Migration } from '../schema-migration.ts'

/** What a device seals at sign-out opens only with the key that is kept here, for the person it was made for. */
export const deviceKeys: Migration = {
  name: '0021-device-keys',
  statements: [
    `create table device_keys (
      id text primary key,
      user_id text not null references users (id) on delete cascade,
      device_id text not null,
      private_key text not null,
      created_at text not null,
      unique (user_id, device_id)
    ) strict`,
  ],
}
