import { onlySqlite, type Migration } from '../../schema-migration.ts'

/**
 * Numbers that somebody typed into a registration are told from those that staff entered, also those registered so far: what
 * nobody signed in made, and not an import. Portal sessions remember the number that was proved, and end with this update.
 */
export const portalTrust: Migration = {
  name: '0010-portal-trust',
  statements: [
    `alter table customers add column phone_unconfirmed integer not null default 0 check (phone_unconfirmed in (0, 1))`,
    `alter table customers add column alternate_phone_unconfirmed integer not null default 0 check (alternate_phone_unconfirmed in (0, 1))`,
    onlySqlite(`update customers set phone_unconfirmed = phone is not null, alternate_phone_unconfirmed = alternate_phone is not null
      where exists (
        select 1 from activities
        where activities.shop_id = customers.shop_id and activities.created_at = customers.created_at
          and activities.user_id is null and activities.audit_text like 'Customer %created'
      )`),
    `alter table shop_configs add column portal_config text`,
    `create table portal_message_days (
      id text primary key,
      shop_id text not null references shops (id) on delete cascade,
      day text not null,
      sent integer not null default 0,
      unique (shop_id, day)
    ) strict`,
    onlySqlite(`delete from portal_sessions`),
    `alter table portal_sessions add column country_code text not null default ''`,
    `alter table portal_sessions add column phone text not null default ''`,
    `alter table portal_sessions add column choices text`,
  ],
}
