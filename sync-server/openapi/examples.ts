import type { Json } from '#schema/values/merge.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'

const id = (last: string): string => `0195d3a8-1c00-7000-8000-00000000000${last}`

/** Example bodies by operationId; a test parses each with the route's shape. */
export const bodyByOperation: Readonly<Record<string, Json>> = {
  createCustomer: { name: 'Carla Diaz', countryCode: '+1', phone: '5550102000', email: 'carla@example.com' },
  createOrder: {
    customerId: id('1'),
    orderStatusId: orderStatusIdByName.Lead,
    itemDetails: 'iPhone 12, black',
    issueDescription: 'The glass is broken.',
    quotedCost: '80',
    dueTimestamp: '2026-03-05T14:00:00.000Z',
    priority: false,
  },
  updateOrder: { orderStatusId: orderStatusIdByName.Fixed, orderNotes: 'Called the customer.' },
  updateShopProfile: { currency: 'EUR', locale: 'de-DE', timeZone: 'Europe/Berlin', countryCode: '+49', terms: 'Kept for 90 days.' },
  createTask: { orderId: id('2'), description: 'Order the screen', dueTimestamp: '2026-03-04T09:00:00.000Z', assignedEmployeeId: null },
  createPayment: { orderId: id('2'), paymentText: 'Cash', paymentAmount: 80, afterTax: true, method: 'cash' },
  createCost: { orderId: id('2'), costText: 'Screen', costAmount: 32.5, afterTax: false },
}
