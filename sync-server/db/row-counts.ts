const toKind = (table: string, row: string): string =>
  `case ${row}.deleted when 1 then 'deleted' else ${table === 'orders' ? `${row}.order_status_id` : "'living'"} end`

const toAdd = (table: string): string => `insert into row_counts (shop_id, collection, kind, rows) values (new.shop_id, '${table}', ${toKind(table, 'new')}, 1)
        on conflict (shop_id, collection, kind) do update set rows = rows + 1;`

const toSubtract = (table: string): string =>
  `update row_counts set rows = rows - 1 where shop_id = old.shop_id and collection = '${table}' and kind = ${toKind(table, 'old')};`

/**
 * Triggers that count a shop's rows per collection in row_counts, by kind: 'deleted', 'living', or the status of an
 * undeleted order. Released migrations use it: never edit it.
 */
export const toCountTriggers = (table: string): string[] => [
  `create trigger ${table}_added after insert on ${table} begin
      ${toAdd(table)}
    end`,
  `create trigger ${table}_removed after delete on ${table} begin
      ${toSubtract(table)}
    end`,
  `create trigger ${table}_moved after update of shop_id, deleted${table === 'orders' ? ', order_status_id' : ''} on ${table}
      when old.shop_id <> new.shop_id or ${toKind(table, 'old')} <> ${toKind(table, 'new')} begin
      ${toSubtract(table)}
      ${toAdd(table)}
    end`,
]
