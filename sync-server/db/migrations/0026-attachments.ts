import type { Migration } from '../schema-migration.ts'
import { toCountTriggers } from '../row-counts.ts'

/** Files of orders: their rows, and apart from them, so that no list and no feed reads them, what they hold. */
export const attachments: Migration = {
  name: '0026-attachments',
  statements: [
    `create table attachments (
      id text primary key,
      shop_id text not null references shops (id),
      created_at text not null,
      updated_at text not null,
      seq integer not null,
      deleted integer not null default 0 check (deleted in (0, 1)),
      deleted_with text,
      order_id text not null references orders (id),
      kind text not null,
      file_name text not null,
      mime_type text not null,
      byte_size integer not null,
      width integer,
      height integer,
      sha256 text not null,
      caption text,
      for_customer integer not null check (for_customer in (0, 1)),
      taken_at text,
      signed_name text,
      signed_terms text,
      is_stored integer not null check (is_stored in (0, 1))
    ) strict`,
    'create unique index attachments_feed on attachments (shop_id, seq)',
    "create index attachments_to_end on attachments (updated_at) where deleted = 1 and deleted_with is not 'ended'",
    'create index attachments_order on attachments (order_id)',
    ...toCountTriggers('attachments'),
    ...['attachment_contents', 'attachment_thumbnails'].map(
      (table) => `create table ${table} (
      attachment_id text primary key references attachments (id) on delete cascade,
      sha256 text not null,
      mime_type text not null,
      content blob not null
    ) strict`,
    ),
  ],
}
