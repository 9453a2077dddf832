import { phoneColumns } from './synced-columns.ts'

/** Secrets are stored hashed or encrypted. */
export const peopleTables: readonly string[] = [
  `create table users (
      id text primary key,
      login_id text not null collate nocase,
      login_key text not null unique,
      password_hash text not null,
      name text,
      email text,${phoneColumns},
      language text,
      created_at text not null,
      disabled_at text
    ) strict`,

  `create table privileges (
      id text primary key,
      privilege_name text not null unique
    ) strict`,

  `create table users_privileges (
      id text primary key,
      user_id text not null references users (id) on delete cascade,
      privilege_id text not null references privileges (id) on delete cascade,
      unique (user_id, privilege_id)
    ) strict`,

  `create table sessions (
      id text primary key,
      sid_hash text not null unique,
      user_id text not null references users (id) on delete cascade,
      created_at text not null,
      last_seen_at text not null,
      expires_at text not null,
      absolute_expires_at text not null,
      user_agent text,
      address text,
      code_at text
    ) strict`,
  'create index sessions_user on sessions (user_id)',

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

  `create table api_tokens (
      id text primary key,
      user_id text not null references users (id) on delete cascade,
      name text not null,
      token_hash text not null unique,
      privileges text not null,
      created_at text not null,
      last_used_at text,
      read_only integer not null default 0,
      shop_ids text,
      expires_at text
    ) strict`,
  'create index api_tokens_user on api_tokens (user_id)',

  // A device encrypts its rows at sign-out; only this key decrypts them, for the same user.
  `create table device_keys (
      id text primary key,
      user_id text not null references users (id) on delete cascade,
      device_id text not null,
      private_key text not null,
      created_at text not null,
      unique (user_id, device_id)
    ) strict`,

  // No foreign keys: the security log is kept after users and shops are deleted.
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
  'create index security_events_time on security_events (created_at, id)',
  'create index security_events_kind on security_events (kind, created_at, id)',
  'create index security_events_user on security_events (user_id, created_at, id) where user_id is not null',
  'create index security_events_subject on security_events (subject_user_id, created_at, id) where subject_user_id is not null',
  'create index security_events_failures on security_events (login_id, address, kind, created_at) where login_id is not null',

  // Users whose rights, shops or names changed, for all processes of the database.
  'create table access_changes (seq integer primary key, user_id text not null, origin text not null) strict',
]
