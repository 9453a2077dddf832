import type { Migration } from '../schema-migration.ts'

/** What a person is told of what others did to their work, and when and by whom each field was last set, so that the act that was done later holds. */
export const notices: Migration = {
  name: '0017-notices',
  statements: [
    `create table notices (
      id text primary key not null,
      user_id text not null references users (id) on delete cascade,
      shop_id text not null references shops (id) on delete cascade,
      kind text not null,
      collection text not null,
      row_id text not null,
      params text not null,
      created_at text not null
    ) strict`,
    'create index notices_of_user on notices (user_id, shop_id, id)',
    'create index notices_age on notices (created_at)',
    'create index notices_of_row on notices (row_id)',
    `create trigger notices_left after delete on shop_users begin
      delete from notices where user_id = old.user_id and shop_id = old.shop_id;
    end`,
    `create table field_changes (
      row_id text not null,
      collection text not null,
      field text not null,
      at text not null,
      user_id text,
      mutation_id text not null,
      primary key (row_id, collection, field)
    ) strict, without rowid`,
  ],
}
