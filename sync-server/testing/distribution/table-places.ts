import { collectionNames } from '#schema/collections/index.ts'

/** Where a distributed database would hold the rows of a table. */
export type TablePlace =
  /** Beside all other rows of the shop, by `shop_id`. */
  | 'shop'
  /** Rows of a shop that do not say of which: they need the column first. */
  | 'shop, unsaid'
  /** A copy on every part: few rows, read with those of shops, written by administration alone. */
  | 'everywhere'
  /** On one part: of people, their devices and sessions, or of the server; no statement reads them together with rows of a shop. */
  | 'one part'

const namesByPlace: Readonly<Record<TablePlace, readonly string[]>> = {
  shop: [
    ...collectionNames,
    'employee_departures',
    'feed_marks',
    'message_jobs',
    'message_rules',
    'former_ticket_numbers',
    'former_ticket_prefixes',
    'mutations',
    'notices',
    'number_leases',
    'order_status_history',
    'otps',
    'passcode_views',
    'portal_message_days',
    'portal_sessions',
    'row_counts',
    'shop_configs',
    'shop_feed',
    'shop_logos',
    'shop_profiles',
    'stock_movements',
    'webhook_deliveries',
    'webhook_events',
    'webhooks',
  ],
  'shop, unsaid': ['also_deleted', 'attachment_contents', 'attachment_thumbnails', 'field_changes', 'past_mutations', 'row_work'],
  everywhere: [
    'entities',
    'entity_shops',
    'entity_users',
    'former_members',
    'order_statuses',
    'privileges',
    'product_colors',
    'product_conditions',
    'product_types',
    'shop_users',
    'shops',
    'users',
    'users_privileges',
  ],
  'one part': [
    'access_changes',
    'api_tokens',
    'device_keys',
    'devices',
    'estimate_links',
    'limit_counts',
    'order_links',
    'limit_tries',
    'readiness',
    'recovery_codes',
    'schema_migrations',
    'second_factors',
    'security_events',
    'server_identity',
    'server_keys',
    'sessions',
    'worker_leases',
  ],
}

export const placeByTable: ReadonlyMap<string, TablePlace> = new Map(
  Object.entries(namesByPlace).flatMap(([place, names]) => names.map((name): [string, TablePlace] => [name, place as TablePlace])),
)

export const isOfShops = (table: string): boolean => placeByTable.get(table)?.startsWith('shop') === true
