/** What status an order had, and when. */
export const history = {
  needsConnection: 'The whole history needs a connection. What this device has not sent yet is shown.',
  // Heading of a part of the order.
  title: 'Order Status History',
  view: 'View Order Status History',
  none: 'No status history available',
  // Names the list, and its CSV.
  list: 'Order status history',
}
