/** What status an order had, and when. */
export const history = {
  needsConnection: 'The whole history needs a connection. Only changes not yet sent from this device are shown.',
  // Heading of a part of the order.
  title: 'Order Status History',
  view: 'View Order Status History',
  none: 'No status history available',
  // Names the list, and its CSV.
  list: 'Order status history',
}
