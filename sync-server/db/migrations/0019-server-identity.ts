import type { Migration } from '../schema-migration.ts'

const random = (bytes: number): string => `lower(hex(randomblob(${bytes})))`

/** Random digits of the oldest user's id: backups of one server from before this table get the same name when they are put back. */
const ofOldestUser = `select substr(id, 25, 8) || '-' || substr(id, 33, 4) || '-4' || substr(id, 16, 3) || '-' || substr(id, 20, 4) || '-' || substr(id, 25, 12)
  from users where id like '________-____-____-____-____________' order by created_at, id limit 1`

const ofNobody = `${random(4)} || '-' || ${random(2)} || '-4' || substr(${random(2)}, 2) || '-a' || substr(${random(2)}, 2) || '-' || ${random(6)}`

/** Who this server is, told in every answer; it goes along with a backup or a move. And how a shop's devices open without it. */
export const serverIdentity: Migration = {
  name: '0019-server-identity',
  statements: [
    `create table server_identity (only_row integer primary key check (only_row = 1), server_id text not null) strict`,
    {
      sqlite: `insert into server_identity (only_row, server_id) values (1, coalesce((${ofOldestUser}), ${ofNobody}))`,
      postgres: 'insert into server_identity (only_row, server_id) values (1, gen_random_uuid()::text)',
    },
    `alter table shop_configs add column offline_entry text`,
  ],
}
