import { finishedStatusNames, orderStatusIdByName } from '#schema/values/order-status.ts'
import type { Migration } from '../../schema-migration.ts'

const finished = finishedStatusNames.map((name) => `'${orderStatusIdByName[name]}'`).join(', ')

/**
 * Since when an order has been Fixed: the last time that its history tells. Devices hear of it without the feed, because they ask for all
 * orders anew when their own rows come into a shape that has the field. And which customers are no duplicates of each other.
 */
export const fixedOrdersAndStrangers: Migration = {
  name: '0034-fixed-orders-and-strangers',
  statements: [
    'alter table customers add column strangers text',
    'alter table orders add column fixed_at text',
    `update orders
      set fixed_at = (
        select max(order_status_history.created_at) from order_status_history
        where order_status_history.order_id = orders.id and order_status_history.order_status_id = '${orderStatusIdByName.Fixed}'
      )
      where order_status_id in (${finished})`,
    `update orders set fixed_at = status_changed_at where fixed_at is null and order_status_id = '${orderStatusIdByName.Fixed}'`,
  ],
}
