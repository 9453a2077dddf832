import { syncedColumns, toEndIndex, toFeedParts } from './synced-columns.ts'

/** Files of orders. Contents are in separate tables so that lists and feeds do not read them. */
export const fileTables: readonly string[] = [
  `create table attachments (${syncedColumns},
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
  ...toFeedParts('attachments'),
  toEndIndex('attachments'),
  'create index attachments_order on attachments (order_id)',
  ...['attachment_contents', 'attachment_thumbnails'].map(
    (table) => `create table ${table} (
      attachment_id text primary key references attachments (id) on delete cascade,
      sha256 text not null,
      mime_type text not null,
      content blob not null
    ) strict`,
  ),
]
