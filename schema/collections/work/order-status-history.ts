import { defineServerTable } from '../../collection.ts'
import { flag, optionalText, reference, serverInstant, serverInteger } from '../../fields.ts'

const cascade = { action: 'cascade' } as const

/** One row for the initial status and one per change; read by REST on demand. */
export const orderStatusHistory = defineServerTable({
  name: 'order_status_history',
  fields: {
    shopId: reference('Shop', 'shops', { required: 'Shop ID is required', onParentDelete: cascade }),
    orderId: reference('Order', 'orders', { required: 'Order ID is required', onParentDelete: cascade }),
    orderStatusId: reference('Status', 'order_statuses', { required: 'Order status ID is required', onParentDelete: { action: 'keep' } }),
    createdAt: serverInstant('Time of the change'),
    /** Feed sequence; orders entries of equal time, since ids of several servers do not sort. */
    seq: serverInteger('Sequence'),
    /** Imported: no message is sent. */
    silent: flag('Silent'),
    deleted: flag('Deleted'),
    deletedWith: optionalText('Deleted with'),
  },
})
