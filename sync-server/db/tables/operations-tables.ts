export const operationsTables: readonly string[] = [
  'create table server_identity (only_row integer primary key check (only_row = 1), server_id text not null) strict',
  'create table server_keys (name text primary key, value text not null) strict, without rowid',

  // Written by `/readyz` to check that writes work.
  'create table readiness (id integer primary key check (id = 1), written_at text not null) strict',

  // The holder of a lease runs the background work; `fence` increases with each holder.
  `create table worker_leases (
      name text primary key,
      holder text not null,
      fence integer not null,
      until_ms integer not null
    ) strict`,

  // `key`: a hash.
  `create table limits (
      key text primary key,
      count integer not null,
      blocked_until_ms integer not null,
      ends_ms integer not null
    ) strict, without rowid`,
  'create index limits_end on limits (ends_ms)',
]
