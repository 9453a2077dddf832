import type { Migration } from '../../schema-migration.ts'

/** Who once belonged to a shop: what they typed for it and sent too late is shown there, what strangers send is not. */
export const formerMembers: Migration = {
  name: '0004-former-members',
  statements: [
    `create table former_members (
      user_id text not null,
      shop_id text not null,
      primary key (user_id, shop_id)
    ) strict, without rowid`,
    `create trigger shop_users_left after delete on shop_users begin
      insert or ignore into former_members (user_id, shop_id) values (old.user_id, old.shop_id);
    end`,
  ],
}
