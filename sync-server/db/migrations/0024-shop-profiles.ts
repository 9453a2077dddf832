import type { Migration } from '../schema-migration.ts'

/** What shops say of themselves: only what was set (`fields`: JSON), so that defaults may change; and their pictures. */
export const shopProfiles: Migration = {
  name: '0024-shop-profiles',
  statements: [
    `create table shop_profiles (
      shop_id text primary key references shops (id) on delete cascade,
      fields text not null
    ) strict`,
    `create table shop_logos (
      shop_id text primary key references shops (id) on delete cascade,
      sha256 text not null,
      mime_type text not null,
      content blob not null
    ) strict`,
  ],
}
