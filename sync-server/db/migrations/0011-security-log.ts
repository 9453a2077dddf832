import type { Migration } from '../schema-migration.ts'

/** The security log, without foreign keys: it outlives what it names. And tokens that may only read, in some shops, until a day. */
export const securityLog: Migration = {
  name: '0011-security-log',
  statements: [
    `create table security_events (
      id text primary key,
      kind text not null,
      created_at text not null,
      last_at text not null,
      times integer not null default 1,
      user_id text,
      login_id text collate nocase,
      address text,
      subject_user_id text,
      shop_id text,
      detail text
    ) strict`,
    `create index security_events_time on security_events (created_at, id)`,
    `create index security_events_kind on security_events (kind, created_at, id)`,
    `create index security_events_user on security_events (user_id, created_at, id) where user_id is not null`,
    `create index security_events_subject on security_events (subject_user_id, created_at, id) where subject_user_id is not null`,
    `create index security_events_failures on security_events (login_id, address, kind, created_at) where login_id is not null`,
    `alter table api_tokens add column read_only integer not null default 0`,
    `alter table api_tokens add column shop_ids text`,
    `alter table api_tokens add column expires_at text`,
  ],
}
