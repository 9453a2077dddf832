import type { Migration } from '../schema-migration.ts'

/** Disabled users, what a session was started with, and sign-in codes from an app. */
export const accounts: Migration = {
  name: '0012-accounts',
  statements: [
    'alter table users add column disabled_at text',
    'alter table sessions add column user_agent text',
    'alter table sessions add column address text',
    'alter table sessions add column code_at text',
    `create table second_factors (
      id text primary key,
      user_id text not null unique references users (id) on delete cascade,
      secret text not null,
      created_at text not null,
      confirmed_at text,
      last_step integer not null
    ) strict`,
    `create table recovery_codes (
      id text primary key,
      user_id text not null references users (id) on delete cascade,
      code_hash text not null,
      unique (user_id, code_hash)
    ) strict`,
  ],
}
