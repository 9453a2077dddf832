import { defineServerTable } from '../../collection.ts'
import { flag, optionalText, reference, serverInstant, serverInteger } from '../../fields.ts'

const cascade = { action: 'cascade' } as const

/** One row for the status an order starts with and one for each change; read by REST on demand. */
export const orderStatusHistory = defineServerTable({
  name: 'order_status_history',
  fields: {
    shopId: reference('Shop', 'shops', { required: 'Shop ID is required', onParentDelete: cascade }),
    orderId: reference('Order', 'orders', { required: 'Order ID is required', onParentDelete: cascade }),
    orderStatusId: reference('Status', 'order_statuses', { required: 'Order status ID is required', onParentDelete: { action: 'keep' } }),
    createdAt: serverInstant('Time of the change'),
    /** Place in the shop's feed, for entries of one time: ids of several servers do not sort. */
    seq: serverInteger('Sequence'),
    /** Told to nobody: it came with an import. */
    silent: flag('Silent'),
    deleted: flag('Deleted'),
    deletedWith: optionalText('Deleted with'),
  },
})
