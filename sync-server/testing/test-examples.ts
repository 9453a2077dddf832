import { readClusterUrl } from './postgres/test-databases.ts'
import { v7 } from 'uuid'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { saveLogo } from '../commands/shop-profile/save-logo.ts'
import { readOrMakeDeviceKey } from '../session/device-keys.ts'
import { testPassword } from './test-server.ts'
import { allRoutes } from '../routes/all-routes.ts'
import { pathToParameterNames, type Route } from '../registry/registry.ts'
import { privilegeIdOf } from './test-office.ts'
import { fileOf, onePixelPng, tinyWebp } from './test-pictures.ts'
import { startSession } from './test-sync-server.ts'
import { accessCode, newName, newPhone, type ShopWorld } from './test-registry-world.ts'
import type { Services } from '../services.ts'
import { createTotp } from '../session/second-factor.ts'

type FactorState = 'off' | 'begun' | 'on'

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

/** The app's code at that time. */
export const showCode = (at: Date, ofSecret = secret): string => createTotp(ofSecret, '').generate({ timestamp: at.getTime() })

/** Sets a user's sign-in codes to a state. Returns the app's current code. */
export async function putSecondFactor({ db, newId, clock }: Services, userId: string, state: FactorState): Promise<string> {
  const at = clock().toISOString()
  await db.deleteFrom('second_factors').where('user_id', '=', userId).execute()
  if (state !== 'off')
    await db
      .insertInto('second_factors')
      .values({ id: newId(), user_id: userId, secret, created_at: at, confirmed_at: state === 'on' ? at : null, last_step: 0 })
      .execute()
  return showCode(clock())
}

type Body = Record<string, unknown> | readonly Record<string, unknown>[]

/** Address, and a JSON or binary body where the route takes one. */
export type ExampleCall = { address: string; body?: Body; content?: Uint8Array<ArrayBuffer> }

type Parts = {
  /** Path parameters; `shopId` defaults to the shop. */
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Body
  content?: Uint8Array<ArrayBuffer>
}

/** A call that succeeds with all privileges. What it consumes is created each time. */
type Example = {
  /** `userId`: the caller, for examples that use the caller's own data. */
  make: (shop: ShopWorld, userId: string) => Parts | Promise<Parts>
  /** The call ends its own session. */
  endsSession?: boolean
}

const plain = (parts: (shop: ShopWorld) => Parts = () => ({})): Example => ({ make: parts })
const fresh = (make: (shop: ShopWorld) => Promise<Parts>): Example => ({ make })

type RowCollection = Parameters<ShopWorld['addRow']>[0]

const ofRow = (collection: keyof ShopWorld['ids'], body?: (shop: ShopWorld) => Record<string, unknown>): Example =>
  plain((shop) => ({ params: { id: shop.ids[collection] }, ...(body && { body: body(shop) }) }))
const ofFreshRow = (collection: RowCollection): Example => fresh(async (shop) => ({ params: { id: await shop.addRow(collection) } }))
const ofDeletedRow = (collection: RowCollection): Example => fresh(async (shop) => ({ params: { id: await shop.addDeletedRow(collection) } }))
const ofFreshFile: Example = fresh(async (shop) => ({ params: { id: await shop.addFile() } }))
const ofStoredFile: Example = fresh(async (shop) => ({ params: { id: await shop.addStoredFile() } }))
const ofPortalFile: Example = plain((shop) => ({ params: { id: shop.portalFileId } }))
/** For an unanswered link. */
const ofLink = (body?: Record<string, unknown>): Example =>
  fresh(async (shop) => {
    const { token, photoId } = await shop.addEstimateLink()
    return { params: { token, id: photoId }, ...(body && { body }) }
  })
const ofOrderLink = (body?: Record<string, unknown>): Example =>
  fresh(async (shop) => {
    const { token, photoId } = await shop.addOrderLink()
    return { params: { token, id: photoId }, ...(body && { body }) }
  })
const ofLinkOfShopWithLogo: Example = fresh(async (shop) => {
  await saveLogo(shop.services, null, shop.shopId, onePixelPng)
  return { params: { token: (await shop.addEstimateLink()).token } }
})
const ofWebhook = (body?: Record<string, unknown>): Example => fresh(async (shop) => ({ params: await shop.addWebhook(), ...(body && { body }) }))
const ofShop: Example = plain(({ shopId }) => ({ params: { id: shopId } }))
const ofEntity = (body?: (shop: ShopWorld) => Record<string, unknown>): Example =>
  plain((shop) => ({ params: { id: shop.entityId }, ...(body && { body: body(shop) }) }))
const ofFreshUser = (body?: Record<string, unknown>): Example => fresh(async (shop) => ({ params: { id: await shop.addUser() }, ...(body && { body }) }))
/** For the caller's sign-in codes; the body gets the current app code. */
const ofFactor = (state: FactorState, body: (code: string) => Record<string, unknown>): Example => ({
  make: async ({ services }, userId) => ({ body: body(await putSecondFactor(services, userId, state)) }),
})
const withBody = (body: (shop: ShopWorld) => Body): Example => plain((shop) => ({ body: body(shop) }))

const order = ({ ids }: ShopWorld) => ({
  customerId: ids.customers,
  orderStatusId: orderStatusIdByName.Lead,
  assignedEmployeeId: ids.employees,
  issueDescription: 'Broken glass',
  itemDetails: 'iPhone 12',
  quotedCost: '80',
  dueTimestamp: '2026-03-05T14:00:00.000Z',
  priority: false,
  return: false,
  additionalRequests: 'Keep the case',
  orderNotes: 'Rings twice',
  assetId: ids.assets,
  passcode: '1-4-7-8-9',
})
const asset = ({ ids }: ShopWorld) => ({
  customerId: ids.customers,
  kind: 'phone',
  brand: 'Apple',
  model: 'iPhone 12',
  serial: ' C39XY ',
  imei: '49-015420-323751 8',
  color: 'black',
  notes: 'Scratch at the back',
})
const customer = () => ({ name: 'Dora', ...newPhone(), alternateCountryCode: '', alternatePhone: '', email: 'dora@example.com', customerNotes: 'Pays late' })
const task = ({ ids }: ShopWorld) => ({ orderId: ids.orders, description: 'Order the part', dueTimestamp: '', assignedEmployeeId: ids.employees })
const shopTask = ({ ids }: ShopWorld) => ({ description: 'Sweep', assignedEmployeeId: ids.employees, completed: false, dueTimestamp: '' })
const payment = ({ ids }: ShopWorld) => ({
  orderId: ids.orders,
  paymentText: 'Cash',
  paymentAmount: '10.50',
  method: 'card',
  kind: null,
  afterTax: true,
  createdAt: '2026-03-01T10:00:00+01:00',
})
const tillDay = () => ({
  name: 'Front desk',
  openedAt: '2026-03-02T09:00:00+01:00',
  float: '100.00',
  moves: [{ at: '2026-03-02T12:00:00.000Z', amount: '-20', reason: 'Stamps' }],
})
const cost = ({ ids }: ShopWorld) => ({ orderId: ids.orders, costText: 'Screen', costAmount: 7, afterTax: false })
const orderNote = ({ ids }: ShopWorld) => ({ orderId: ids.orders, text: 'Called, comes on Thursday' })

const orderLine = ({ ids }: ShopWorld) => ({
  orderId: ids.orders,
  kind: 'part',
  productId: ids.products,
  description: 'Screen',
  quantity: '2',
  unitPrice: '79.50',
  unitCost: 31,
  fromStock: true,
})
const estimate = ({ ids }: ShopWorld) => ({
  orderId: ids.orders,
  lines: [
    { kind: 'part', description: 'Screen', quantity: '1', unitPrice: '79.50', productId: ids.products },
    { kind: 'labour', description: 'Repair', quantity: 0.75, unitPrice: 40 },
  ],
  note: 'Ready in two days',
  validUntil: '2026-06-01T12:00:00.000Z',
})
const product = ({ ids }: ShopWorld) => ({
  name: 'Screen',
  categoryHierarchyId: ids.categories,
  supplierId: ids.suppliers,
  inventoryCount: 3,
  reorderPoint: 0,
  costPrice: 4.5,
})
const purchaseLine = ({ ids }: ShopWorld) => ({
  purchaseId: ids.purchases,
  productId: ids.products,
  quantity: '5',
  unitCost: '3.20',
  orderLineId: ids.order_lines,
})
const stockCount = ({ ids, takeId }: ShopWorld) => ({ takeId, area: 'Drawer 3', productId: ids.products, counted: '7', countedAt: '2026-03-02T09:59:00+01:00' })
const ofFreshTake = (isApplied: boolean): Example => fresh(async (shop) => ({ params: { takeId: await shop.addTake(isApplied) } }))
const taxRate = () => ({
  name: 'VAT',
  percent: '19',
  category: 'standard',
  isDefault: true,
  parts: [
    { name: 'Federal', percent: 10 },
    { name: 'Local', percent: '9' },
  ],
})
const service = ({ ids }: ShopWorld) => ({
  kind: 'phone',
  brand: 'Apple',
  model: 'iPhone 12',
  name: 'Screen',
  price: '129.00',
  minutes: 60,
  warrantyDays: 180,
  productId: ids.products,
  taxRateId: ids.tax_rates,
  archived: false,
})
const test = () => ({ name: 'Phone', deviceKind: 'phone', items: ['Camera', 'Microphone'], archived: false })
const testResult = ({ ids }: ShopWorld) => ({
  orderId: ids.orders,
  testId: ids.tests,
  item: 'Camera',
  phase: 'before',
  result: 'not-testable',
  note: 'Glass broken',
})
const supplier = () => ({ supplierName: 'Parts & Co', ...newPhone() })
const entity = () => ({ entity_name: 'West Ltd', contact_name: 'Wim', country_code: '+1', phone: '5550107000' })
const pushed = ({ shopId, ids }: ShopWorld) => ({
  deviceId: 'tablet',
  deviceTime: '2026-03-02T10:00:00.000Z',
  mutations: [
    {
      id: v7(),
      shopId,
      at: '2026-03-02T09:59:00.000Z',
      ops: [
        { action: 'create', collection: 'suppliers', id: v7(), values: { supplierName: 'Glass & Co' } },
        { action: 'update', collection: 'orders', id: ids.orders, changes: { orderNotes: { from: null, to: 'Called' } } },
      ],
    },
  ],
})

const rowExamples: Record<string, Example> = {
  'GET /api/:shopId/customers': plain(() => ({ query: { search: 'e' } })),
  'GET /api/:shopId/customers/:id': ofRow('customers'),
  'GET /api/:shopId/customers/:id/export': ofRow('customers'),
  'GET /api/:shopId/export': plain(),
  'POST /api/:shopId/imports': withBody(() => ({
    kind: 'orders',
    csv: `Name,Phone,Device,Issue,Status,Created\n${newName('Imogen')},${newPhone().phone},iPhone 12,Broken,Ready,soon\n,,iPhone 13,Broken,Ready,\n`,
  })),
  'POST /api/:shopId/customers': withBody((shop) => ({ ...customer(), shopId: shop.shopId })),
  'PUT /api/:shopId/customers/:id': ofRow('customers', () => ({ email: 'new@example.com' })),
  'DELETE /api/:shopId/customers/:id': ofFreshRow('customers'),
  'POST /api/:shopId/customers/:id/erase': fresh(async (shop) => ({ params: { id: await shop.addNamedCustomer('Nora Gone') }, body: { name: 'Nora Gone' } })),
  'GET /api/:shopId/assets': plain(({ ids }) => ({ query: { customerId: ids.customers } })),
  'GET /api/:shopId/assets/:id': ofRow('assets'),
  'POST /api/:shopId/assets': withBody(asset),
  'PUT /api/:shopId/assets/:id': ofRow('assets', () => ({ color: 'blue', imei: '' })),
  'DELETE /api/:shopId/assets/:id': ofFreshRow('assets'),
  'GET /api/:shopId/orders': plain(),
  'GET /api/:shopId/orders/days-since-status-change': plain(() => ({ query: { timezone: 'America/Toronto' } })),
  'GET /api/:shopId/orders/:id/status-history': ofRow('orders'),
  'GET /api/:shopId/orders/:id/balance': ofRow('orders'),
  'GET /api/:shopId/orders/:id/passcode': ofRow('orders'),
  'GET /api/:shopId/orders/:id': ofRow('orders'),
  'POST /api/:shopId/orders': withBody(order),
  'PUT /api/:shopId/orders/:id': ofRow('orders', order),
  'DELETE /api/:shopId/orders/:id': ofFreshRow('orders'),
  'GET /api/:shopId/tasks': plain(),
  'GET /api/:shopId/orders/:id/tasks': ofRow('orders'),
  'GET /api/:shopId/tasks/:id': ofRow('tasks'),
  'POST /api/:shopId/tasks': withBody(task),
  'PUT /api/:shopId/tasks/:id': ofRow('tasks', ({ ids }) => ({ description: 'Order both parts', assignedEmployeeId: ids.employees, completed: true })),
  'DELETE /api/:shopId/tasks/:id': ofFreshRow('tasks'),
  'POST /api/:shopId/shop-tasks': withBody(shopTask),
  'PUT /api/:shopId/shop-tasks/:id': ofRow('tasks', shopTask),
  'DELETE /api/:shopId/shop-tasks/:id': ofFreshRow('tasks'),
  'GET /api/:shopId/payments': plain(),
  'GET /api/:shopId/payments ?dateFrom': plain(() => ({ query: { dateFrom: '2026-03-01', dateTo: '2026-03-31', timezone: 'Europe/Berlin' } })),
  'GET /api/:shopId/orders/:id/payments': ofRow('orders'),
  'GET /api/:shopId/payments/:id': ofRow('payments'),
  'POST /api/:shopId/payments': withBody(payment),
  'PUT /api/:shopId/payments/:id': ofRow('payments', () => ({ paymentText: 'Card', paymentAmount: 11, afterTax: false })),
  'DELETE /api/:shopId/payments/:id': ofFreshRow('payments'),
  'GET /api/:shopId/till-days': plain(),
  'GET /api/:shopId/till-days/:id': ofRow('till_days'),
  'POST /api/:shopId/till-days': withBody(tillDay),
  'PUT /api/:shopId/till-days/:id': fresh(async (shop) => ({
    params: { id: await shop.addRow('till_days') },
    body: { counted: { cash: '80', card: 12.5 }, state: 'closed' },
  })),
  'GET /api/:shopId/costs': plain(),
  'GET /api/:shopId/costs ?dateTo': plain(() => ({ query: { dateTo: '2026-03-31' } })),
  'GET /api/:shopId/orders/:id/costs': ofRow('orders'),
  'GET /api/:shopId/costs/:id': ofRow('costs'),
  'POST /api/:shopId/costs': withBody(cost),
  'PUT /api/:shopId/costs/:id': ofRow('costs', () => ({ costText: 'Battery', costAmount: '8.25', afterTax: true })),
  'DELETE /api/:shopId/costs/:id': ofFreshRow('costs'),
  'GET /api/:shopId/order-lines': plain(),
  'GET /api/:shopId/order-lines ?dateFrom': plain(() => ({ query: { dateFrom: '2026-03-01', dateTo: '2026-03-31' } })),
  'GET /api/:shopId/order-lines ?orderId': plain(({ ids }) => ({ query: { orderId: ids.orders } })),
  'GET /api/:shopId/order-lines/:id': ofRow('order_lines'),
  'POST /api/:shopId/order-lines': withBody(orderLine),
  'PUT /api/:shopId/order-lines/:id': ofRow('order_lines', () => ({ quantity: 3, unitPrice: 80, unitCost: '' })),
  'DELETE /api/:shopId/order-lines/:id': ofFreshRow('order_lines'),
  'POST /api/:shopId/order-lines/:id/restore': ofDeletedRow('order_lines'),
  'GET /api/:shopId/order-notes': plain(),
  'GET /api/:shopId/order-notes ?orderId': plain(({ ids }) => ({ query: { orderId: ids.orders } })),
  'GET /api/:shopId/order-notes/:id': ofRow('order_notes'),
  'POST /api/:shopId/order-notes': withBody(orderNote),
  'PUT /api/:shopId/order-notes/:id': ofRow('order_notes', () => ({ text: 'Called back, comes on Friday' })),
  'DELETE /api/:shopId/order-notes/:id': ofFreshRow('order_notes'),
  'POST /api/:shopId/order-notes/:id/restore': ofDeletedRow('order_notes'),
  'GET /api/:shopId/test-results': plain(),
  'GET /api/:shopId/test-results ?orderId': plain(({ ids }) => ({ query: { orderId: ids.orders } })),
  'GET /api/:shopId/test-results/:id': ofRow('test_results'),
  'POST /api/:shopId/test-results': withBody(testResult),
  'PUT /api/:shopId/test-results/:id': ofRow('test_results', () => ({ result: 'pass', note: '' })),
  'DELETE /api/:shopId/test-results/:id': ofFreshRow('test_results'),
  'POST /api/:shopId/test-results/:id/restore': ofDeletedRow('test_results'),
  'GET /api/:shopId/products/:id/movements': ofRow('products'),
  'GET /api/:shopId/attachments': plain(),
  'GET /api/:shopId/attachments ?orderId': plain(({ ids }) => ({ query: { orderId: ids.orders } })),
  'GET /api/:shopId/attachments/:id': ofRow('attachments'),
  'POST /api/:shopId/attachments': fresh(async (shop) => ({ body: fileOf(await shop.addRow('orders')) })),
  'PUT /api/:shopId/attachments/:id': ofRow('attachments', () => ({ caption: 'Scratch at the edge', forCustomer: true })),
  'DELETE /api/:shopId/attachments/:id': ofFreshFile,
  'POST /api/:shopId/attachments/:id/restore': fresh(async (shop) => ({ params: { id: await shop.addDeletedFile() } })),
  'GET /api/:shopId/attachments/:id/content': ofStoredFile,
  'GET /api/:shopId/attachments/:id/thumbnail': ofStoredFile,
  'PUT /api/:shopId/attachments/:id/content': fresh(async (shop) => ({ params: { id: await shop.addFile() }, content: onePixelPng })),
  'PUT /api/:shopId/attachments/:id/thumbnail': fresh(async (shop) => ({ params: { id: await shop.addFile() }, content: tinyWebp })),
  'GET /api/public/:shopId/attachments/:id/content': ofPortalFile,
  'GET /api/public/:shopId/attachments/:id/thumbnail': ofPortalFile,
  'GET /api/:shopId/estimates': plain(),
  'GET /api/:shopId/estimates ?orderId': plain(({ ids }) => ({ query: { orderId: ids.orders } })),
  'GET /api/:shopId/estimates/:id': ofRow('estimates'),
  'POST /api/:shopId/estimates': withBody(estimate),
  'PUT /api/:shopId/estimates/:id': ofRow('estimates', () => ({ note: 'Ready tomorrow', lines: [{ description: 'Repair', quantity: 1, unitPrice: 45 }] })),
  'DELETE /api/:shopId/estimates/:id': ofFreshRow('estimates'),
  'POST /api/:shopId/estimates/:id/restore': ofDeletedRow('estimates'),
  'POST /api/:shopId/estimates/:id/send': ofFreshRow('estimates'),
  'GET /api/:shopId/journal': plain(() => ({ query: { from: '2026-03-01', to: '2026-03-31', format: 'csv' } })),
  'GET /api/:shopId/invoices': plain(),
  'GET /api/:shopId/invoices ?orderId': plain(({ ids }) => ({ query: { orderId: ids.orders } })),
  'GET /api/:shopId/invoices/:id': ofRow('invoices'),
  'POST /api/:shopId/invoices': withBody(({ ids }) => ({ kind: 'invoice', orderId: ids.orders, dueAt: '2026-03-31T00:00:00.000Z' })),
  'PUT /api/:shopId/invoices/:id': ofRow('invoices', () => ({ note: 'Thank you' })),
  'DELETE /api/:shopId/invoices/:id': ofFreshRow('invoices'),
  'POST /api/:shopId/invoices/:id/restore': ofDeletedRow('invoices'),
  'POST /api/:shopId/invoices/:id/issue': fresh(async (shop) => ({ params: { id: await shop.addInvoice() } })),
  'GET /api/:shopId/invoices/:id/xml': fresh(async (shop) => ({ params: { id: await shop.addIssuedInvoice() }, query: { format: 'cii' } })),
  'GET /api/:shopId/messages': plain(),
  'GET /api/:shopId/messages ?orderId': plain(({ ids }) => ({ query: { orderId: ids.orders } })),
  'GET /api/:shopId/messages/:id': ofRow('messages'),
  'POST /api/:shopId/messages': withBody(({ ids }) => ({ orderId: ids.orders, channel: 'email', to: 'mary@example.com', subject: 'Ready', text: 'Come by' })),
  'PUT /api/:shopId/messages/:id': ofRow('messages', () => ({ anyHour: true })),
  'DELETE /api/:shopId/messages/:id': ofFreshRow('messages'),
  'POST /api/:shopId/messages/:id/restore': ofDeletedRow('messages'),
  'GET /api/:shopId/message-rules': plain(),
  'PUT /api/:shopId/message-rules': withBody(() => [
    { orderStatusId: orderStatusIdByName.Fixed, channel: 'sms', mode: 'send', text: '{device} is ready, {name}: {link}' },
  ]),
  'POST /api/:shopId/message-rules/try': withBody(() => ({ channel: 'sms', to: '+15550102000', text: '{device} is ready' })),
  'POST /api/:shopId/orders/:id/links': ofRow('orders'),
  'DELETE /api/:shopId/orders/:id/links': ofFreshRow('orders'),
  'POST /api/:shopId/invoices/:id/links': fresh(async (shop) => ({ params: { id: (await shop.addInvoiceLink()).invoiceId } })),
  'GET /api/public/invoices/:token': fresh(async (shop) => ({ params: { token: (await shop.addInvoiceLink()).token } })),
  'GET /api/public/invoices/:token/logo': fresh(async (shop) => {
    await saveLogo(shop.services, null, shop.shopId, onePixelPng)
    return { params: { token: (await shop.addInvoiceLink()).token } }
  }),
  'GET /api/public/order-links/:token': ofOrderLink(),
  'POST /api/public/order-links/:token/messages': ofOrderLink({ text: 'Can I come at five?' }),
  'POST /api/public/order-links/:token/estimate': ofOrderLink(),
  'GET /api/public/order-links/:token/logo': fresh(async (shop) => {
    await saveLogo(shop.services, null, shop.shopId, onePixelPng)
    return { params: { token: (await shop.addOrderLink()).token } }
  }),
  'GET /api/public/order-links/:token/attachments/:id/content': ofOrderLink(),
  'GET /api/public/order-links/:token/attachments/:id/thumbnail': ofOrderLink(),
  'GET /api/public/estimates/:token': ofLink(),
  'POST /api/public/estimates/:token/decision': ofLink({ decision: 'approve', name: 'Carla' }),
  'GET /api/public/estimates/:token/logo': ofLinkOfShopWithLogo,
  'GET /api/public/estimates/:token/attachments/:id/content': ofLink(),
  'GET /api/public/estimates/:token/attachments/:id/thumbnail': ofLink(),
  'GET /api/shops/:shopId/dropoff-checklist': plain(),
  'POST /api/shops/:shopId/dropoff-checklist': withBody(() => ({ name: newName('Charger') })),
  'PUT /api/shops/:shopId/dropoff-checklist/:itemId': plain(({ ids }) => ({ params: { itemId: ids.checklist_items }, body: { name: newName('Cable') } })),
  'DELETE /api/shops/:shopId/dropoff-checklist/:itemId': fresh(async (shop) => ({ params: { itemId: await shop.addRow('checklist_items') } })),
  'GET /api/shops/:shopId/orders/:id/dropoff-checklist-selections': ofRow('orders'),
  'POST /api/shops/:shopId/orders/:id/dropoff-checklist-selections': fresh(async (shop) => ({
    params: { id: await shop.addRow('orders') },
    body: { checklistIds: [shop.ids.checklist_items] },
  })),
  'GET /api/:shopId/category-hierarchy-inventory': plain(),
  'GET /api/:shopId/categories': plain(),
  'POST /api/:shopId/categories': withBody(({ ids }) => ({ name: 'Glass', parentId: ids.categories })),
  'PUT /api/:shopId/categories/:id': ofRow('categories', () => ({ name: 'Displays' })),
  'PATCH /api/:shopId/categories/:id': fresh(async (shop) => ({ params: { id: await shop.addRow('categories') }, body: { parentId: null } })),
  'DELETE /api/:shopId/categories/:id': ofFreshRow('categories'),
  'POST /api/:shopId/categories/bulk': withBody(({ ids }) => ({
    categoryTree: [{ name: 'Copied', children: [{ name: 'Below' }] }],
    targetParentId: ids.categories,
  })),
  'GET /api/:shopId/products': plain(),
  'GET /api/:shopId/products/:id': ofRow('products'),
  'POST /api/:shopId/products': withBody(product),
  'PUT /api/:shopId/products/:id': ofRow('products', product),
  'GET /api/:shopId/tax-rates': plain(),
  'GET /api/:shopId/tax-rates/:id': ofRow('tax_rates'),
  'POST /api/:shopId/tax-rates': withBody(taxRate),
  'GET /api/:shopId/services': plain(),
  'GET /api/:shopId/services/:id': ofRow('services'),
  'POST /api/:shopId/services': withBody(service),
  'PUT /api/:shopId/services/:id': ofRow('services', () => ({ price: 119, archived: true })),
  'GET /api/:shopId/tests': plain(),
  'GET /api/:shopId/tests/:id': ofRow('tests'),
  'POST /api/:shopId/tests': withBody(test),
  'PUT /api/:shopId/tests/:id': ofRow('tests', () => ({ items: ['Camera'], deviceKind: null })),
  'PUT /api/:shopId/tax-rates/:id': ofRow('tax_rates', () => ({ name: 'VAT until 2026', archived: true })),
  'GET /api/:shopId/purchases': plain(),
  'GET /api/:shopId/purchases/:id': ofRow('purchases'),
  'POST /api/:shopId/purchases': withBody(({ ids }) => ({ supplierId: ids.suppliers, state: 'draft', reference: 'PO-7', note: 'By post' })),
  'PUT /api/:shopId/purchases/:id': ofRow('purchases', () => ({ state: 'sent', reference: 'A-4711' })),
  'DELETE /api/:shopId/purchases/:id': ofFreshRow('purchases'),
  'POST /api/:shopId/purchases/:id/restore': ofDeletedRow('purchases'),
  'GET /api/:shopId/purchase-lines': plain(),
  'GET /api/:shopId/purchase-lines ?purchaseId': plain(({ ids }) => ({ query: { purchaseId: ids.purchases } })),
  'GET /api/:shopId/purchase-lines/:id': ofRow('purchase_lines'),
  'POST /api/:shopId/purchase-lines': withBody(purchaseLine),
  'PUT /api/:shopId/purchase-lines/:id': ofRow('purchase_lines', () => ({ unitCost: 2.9 })),
  'DELETE /api/:shopId/purchase-lines/:id': ofFreshRow('purchase_lines'),
  'POST /api/:shopId/purchase-lines/:id/restore': ofDeletedRow('purchase_lines'),
  'GET /api/:shopId/stock-counts': plain(),
  'GET /api/:shopId/stock-counts ?takeId': plain(({ takeId }) => ({ query: { takeId } })),
  'GET /api/:shopId/stock-counts/:id': ofRow('stock_counts'),
  'POST /api/:shopId/stock-counts': withBody(stockCount),
  'PUT /api/:shopId/stock-counts/:id': ofRow('stock_counts', () => ({ counted: 6 })),
  'DELETE /api/:shopId/stock-counts/:id': ofFreshRow('stock_counts'),
  'POST /api/:shopId/stock-counts/:id/restore': ofDeletedRow('stock_counts'),
  'GET /api/:shopId/stock-takes/:takeId': plain(({ takeId }) => ({ params: { takeId } })),
  'POST /api/:shopId/stock-takes/:takeId/apply': ofFreshTake(false),
  'POST /api/:shopId/stock-takes/:takeId/undo': ofFreshTake(true),
  'GET /api/:shopId/suppliers': plain(),
  'POST /api/:shopId/suppliers': withBody(supplier),
  'PUT /api/:shopId/suppliers/:id': ofRow('suppliers', supplier),
  'DELETE /api/:shopId/suppliers/:id': ofFreshRow('suppliers'),
  'GET /api/:shopId/employees': plain(),
  'GET /api/:shopId/activities': plain(() => ({ query: { limit: '5' } })),
  'GET /api/:shopId/changes': plain(() => ({ query: { after: '0', limit: '5' } })),
  'GET /api/:shopId/webhooks': fresh(async (shop) => {
    await shop.addWebhook()
    return {}
  }),
  'POST /api/:shopId/webhooks': withBody(() => ({ url: 'https://hooks.invalid/in', events: ['order.created', 'order.status'] })),
  'PUT /api/:shopId/webhooks/:id': ofWebhook({ events: ['customer.created'] }),
  'DELETE /api/:shopId/webhooks/:id': ofWebhook(),
  'POST /api/:shopId/webhooks/:id/test': ofWebhook(),
  'GET /api/:shopId/webhooks/:id/deliveries': ofWebhook(),
  'POST /api/:shopId/webhooks/:id/deliveries/:deliveryId/repeat': ofWebhook(),
  'GET /api/:shopId/deleted': plain(() => ({ query: { collection: 'orders' } })),
  'GET /api/:shopId/refused-changes': plain(),
  'POST /api/:shopId/customers/:id/restore': ofDeletedRow('customers'),
  'POST /api/:shopId/assets/:id/restore': ofDeletedRow('assets'),
  'POST /api/:shopId/orders/:id/restore': ofDeletedRow('orders'),
  'POST /api/:shopId/payments/:id/restore': ofDeletedRow('payments'),
  'POST /api/:shopId/costs/:id/restore': ofDeletedRow('costs'),
  'POST /api/:shopId/tasks/:id/restore': ofDeletedRow('tasks'),
  'POST /api/:shopId/categories/:id/restore': ofDeletedRow('categories'),
  'POST /api/:shopId/suppliers/:id/restore': ofDeletedRow('suppliers'),
  'POST /api/:shopId/checklist_selections/:id/restore': fresh(async (shop) => ({ params: { id: await shop.addDeletedSelection() } })),
}

const ofLogo = fresh(async ({ services, shopId }) => {
  await saveLogo(services, null, shopId, onePixelPng)
  return {}
})

const administrationExamples: Record<string, Example> = {
  'GET /api/shops': plain(),
  'GET /api/shops ?scope': plain(() => ({ query: { scope: 'all' } })),
  'GET /api/shops/:shopId/config': plain(),
  'POST /api/shops': withBody(() => ({ name: 'East', code: newName('fresh'), description: 'New' })),
  'PUT /api/shops/:id': fresh(async (shop) => ({
    params: { id: await shop.addShop() },
    body: { name: 'East', code: newName('fresh'), description: '', color: '#445566' },
  })),
  'PUT /api/shops/:shopId/config': withBody(() => ({ orderConfig: { statusColors: { greenEnd: 3, yellowEnd: 6 } }, customerPortal: true })),
  'GET /api/:shopId/profile': plain(),
  'PUT /api/:shopId/profile': withBody(() => ({ currency: 'EUR', address: 'Harbour Street 1', terms: '' })),
  'GET /api/:shopId/profile/logo': ofLogo,
  'PUT /api/:shopId/profile/logo': plain(() => ({ content: onePixelPng })),
  'DELETE /api/:shopId/profile/logo': ofLogo,
  'GET /api/public/:shopId/logo': ofLogo,
  'GET /api/shops/:id/users': ofShop,
  'POST /api/shops/:id/users': fresh(async (shop) => ({ params: { id: shop.shopId }, body: { userId: await shop.addUser() } })),
  'POST /api/shops/:id/users/:userId/employee': fresh(async (shop) => ({
    params: { id: shop.shopId, userId: await shop.addUser({ shopIds: [shop.shopId] }) },
  })),
  'DELETE /api/shops/:id/users/:userId': fresh(async (shop) => ({ params: { id: shop.shopId, userId: await shop.addUser({ shopIds: [shop.shopId] }) } })),
  'GET /api/order-statuses': plain(),
  'GET /api/product-conditions': plain(),
  'GET /api/product-types': plain(),
  'GET /api/product-colors': plain(),
  'GET /api/entities': plain(),
  'POST /api/entities': withBody(entity),
  'PUT /api/entities/:id': ofEntity(({ secret }) => ({ ...entity(), contact_name: secret })),
  'GET /api/my/entities': plain(),
  'GET /api/assigned-shops': plain(),
  'GET /api/entity-shop-mappings': plain(),
  'GET /api/entities/:id/users': ofEntity(),
  'POST /api/entities/:id/users': fresh(async (shop) => ({ params: { id: shop.entityId }, body: { userId: await shop.addUser() } })),
  'DELETE /api/entities/:id/users/:userId': fresh(async (shop) => {
    const userId = await shop.addUser()
    await shop.linkUser(userId)
    return { params: { id: shop.entityId, userId } }
  }),
  'GET /api/entities/:id/shops': ofEntity(),
  'POST /api/entities/:id/shops': fresh(async (shop) => ({ params: { id: shop.entityId }, body: { shopId: await shop.addShop() } })),
  'DELETE /api/entities/:id/shops/:linkedShopId': fresh(async (shop) => {
    const linkedShopId = await shop.addShop()
    await shop.linkShop(linkedShopId)
    return { params: { id: shop.entityId, linkedShopId } }
  }),
  'GET /api/entities/:id/employees': ofEntity(),
  'POST /api/entities/:id/employees': ofEntity((shop) => ({ entityId: shop.entityId, shopId: shop.shopId, name: newName('Emil'), ...newPhone(), email: '' })),
  'DELETE /api/entities/:id/employees/:employeeId': fresh(async (shop) => ({ params: { id: shop.entityId, employeeId: await shop.addRow('employees') } })),
  'PUT /api/:shopId/employees/:employeeId': plain((shop) => ({
    params: { employeeId: shop.ids.employees },
    body: { email: 'eve@example.com', shopId: shop.shopId },
  })),
  'GET /api/users': plain(),
  'POST /api/users/create-with-optional-credentials': withBody(() => ({ name: 'Nina', login_id: '', password: '', email: 'nina@example.com' })),
  'PUT /api/users/:id': ofFreshUser({ name: 'Renamed' }),
  'PATCH /api/users/:id/password': ofFreshUser({ newPassword: 'another horse' }),
  'GET /api/privileges': plain(),
  'GET /api/users/:id/privileges': ofFreshUser(),
  'POST /api/users/:id/privileges': ofFreshUser({ privilegeId: privilegeIdOf('view_app_setting') }),
  'DELETE /api/users/:id/privileges/:privilegeId': fresh(async (shop) => ({
    params: { id: await shop.addUser({ privileges: ['view_app_setting'] }), privilegeId: privilegeIdOf('view_app_setting') },
  })),
  'GET /api/users/:id/shops': ofFreshUser(),
  'GET /api/users/:id/entities': ofFreshUser(),
  'GET /api/security-events': plain(() => ({ query: { limit: '20' } })),
  'PUT /api/profile': withBody(() => ({ name: 'Me' })),
  'PUT /api/profile/password': withBody(() => ({ currentPassword: testPassword, newPassword: testPassword })),
  'POST /api/profile/second-factor/code': ofFactor('on', (code) => ({ code })),
  'GET /api/profile/second-factor': plain(),
  'POST /api/profile/second-factor': ofFactor('off', () => ({ currentPassword: testPassword })),
  'PUT /api/profile/second-factor': ofFactor('begun', (code) => ({ currentPassword: testPassword, code })),
  'POST /api/profile/second-factor/recovery-codes': ofFactor('on', (code) => ({ currentPassword: testPassword, code })),
  'POST /api/profile/second-factor/off': ofFactor('on', (code) => ({ currentPassword: testPassword, code })),
  'GET /api/profile/sessions': plain(),
  'DELETE /api/profile/sessions': plain(),
  'DELETE /api/profile/sessions/:id': { make: async ({ services }, userId) => ({ params: { id: (await startSession(services, userId)).sessionId } }) },
  'GET /api/users/accounts': plain(),
  'GET /api/team': plain(),
  'PUT /api/users/:id/disabled': ofFreshUser({ disabled: true }),
  'DELETE /api/users/:id/second-factor': ofFreshUser(),
  'GET /api/profile/tokens': plain(),
  'POST /api/profile/tokens': withBody(() => ({ name: 'Till', privileges: [], currentPassword: testPassword })),
  'DELETE /api/profile/tokens/:id': { make: async (shop, userId) => ({ params: { id: (await shop.addToken(userId, [])).id } }) },
}

const otherExamples: Record<string, Example> = {
  'POST /api/login': { make: () => ({ body: { user_id: 'admin', password: testPassword } }), endsSession: true },
  'POST /api/logout': { make: () => ({}), endsSession: true },
  'GET /api/auth/me': plain(),
  'GET /api/auth/privileges': plain(),
  'GET /api/public/prices/:code': plain(({ code }) => ({ params: { code } })),
  'GET /api/public/shop-validate/:code': plain(({ code }) => ({ params: { code } })),
  'POST /api/:shopId/customers/send-otp': withBody(() => {
    const { countryCode, phone } = newPhone()
    return { customerPhone: phone, countryCode }
  }),
  'POST /api/:shopId/customers/verify-otp': {
    endsSession: true,
    make: async (shop) => {
      const phone = newPhone()
      await shop.addCustomer(phone)
      const body = { customerPhone: phone.phone, countryCode: phone.countryCode }
      await shop.server.client().post(`/api/${shop.shopId}/customers/send-otp`, body, { headers: { 'X-Forwarded-For': phone.phone } })
      return { body: { ...body, otpCode: await shop.readOtp(phone) } }
    },
  },
  'POST /api/:shopId/customers/verify-access': {
    endsSession: true,
    make: ({ portalPhone }) => ({ body: { customerPhone: portalPhone.phone, countryCode: portalPhone.countryCode, accessCode } }),
  },
  'GET /api/public/:shopId/session': plain(),
  'POST /api/public/:shopId/sign-out': { make: () => ({}), endsSession: true },
  'POST /api/public/:shopId/customers': withBody(() => ({ name: 'Gita', ...newPhone() })),
  'GET /api/public/:shopId/orders': plain(({ portalCustomerId }) => ({ query: { customerId: portalCustomerId } })),
  'GET /api/public/:shopId/email': plain(({ portalCustomerId }) => ({ query: { customerId: portalCustomerId } })),
  'PUT /api/public/:shopId/email': fresh(async (shop) => ({
    body: { customerId: shop.portalCustomerId, email: await shop.putUnconfirmedEmail('carla@example.com'), isMine: true },
  })),
  'POST /api/public/:shopId/orders/:id/links': fresh(async (shop) => ({ params: { id: await shop.addPortalOrder() } })),
  'PUT /api/public/:shopId/orders/:id/photos/:photoId': fresh(async (shop) => ({
    params: { id: await shop.addPortalOrder(), photoId: v7() },
    content: onePixelPng,
  })),
  'POST /api/public/:shopId/orders': withBody(({ portalCustomerId }) => ({ customerId: portalCustomerId, itemDetails: 'iPad', issueDescription: 'Dead' })),
  'GET /api/sync/bootstrap': plain(),
  'GET /api/sync/first-page': plain(({ shopId }) => ({ query: { view: 'orders', shopId } })),
  'POST /api/sync/pull': withBody(() => ({ collection: 'orders', limit: 10, checkpoint: {} })),
  'POST /api/sync/pull activities': withBody(() => ({ collection: 'activities', limit: 10, checkpoint: {} })),
  'POST /api/sync/digest': withBody(({ shopId }) => ({ shopId, collection: 'orders', epoch: '', seq: 0, fields: ['itemDetails'] })),
  'POST /api/sync/push': withBody(pushed),
  'POST /api/sync/numbers': withBody(({ shopId }) => ({ deviceId: 'tablet', shopId, count: 10 })),
  'POST /api/sync/numbers/return': withBody(({ shopId }) => ({ deviceId: 'tablet', shops: [{ shopId, ranges: [{ from: 900, to: 950 }] }] })),
  'POST /api/sync/device-keys': withBody(() => ({ deviceId: 'tablet' })),
  'POST /api/sync/device-keys/:id/open': {
    make: async ({ services }, userId) => {
      const { id, publicKey } = await readOrMakeDeviceKey(services, userId, 'tablet')
      return { params: { id }, body: { publicKey } }
    },
  },
  'GET /api/sync/live': plain(),
  'GET /api/sync/notices': {
    make: async ({ services, shopId, ids }, userId) => {
      const told = { kind: 'stood', collection: 'orders', row_id: ids.orders, params: '{"title":"Order"}', created_at: '2026-03-02T09:00:00.000Z' }
      await services.db
        .insertInto('notices')
        .values({ id: v7(), user_id: userId, shop_id: shopId, ...told })
        .execute()
      return {}
    },
  },
  'POST /api/sync/notices/dismiss': withBody(() => ({ ids: [v7()] })),
  'GET /healthz': plain(),
  'GET /livez': plain(),
  'GET /readyz': plain(),
  'GET /metrics': plain(),
  'GET /api/backups': plain(),
  'POST /api/backups': plain(),
  'POST /api/backups/download': withBody(() => ({ currentPassword: testPassword })),
  'GET /api/openapi.json': plain(),
  'GET /api/docs': plain(),
}

/** By `METHOD path`; a third part names a variant that needs another right. */
export const exampleByName: Readonly<Record<string, Example>> = { ...rowExamples, ...administrationExamples, ...otherExamples }

export const routeToName = ({ method, path }: Route): string => `${method} ${path}`

const routeByName = new Map(allRoutes.map((route) => [routeToName(route), route]))

export function nameToRoute(name: string): Route {
  const route = routeByName.get(name.split(' ').slice(0, 2).join(' '))
  if (!route) throw new Error(`No route is called ${name}`)
  return route
}

export async function makeExample(name: string, shop: ShopWorld, userId: string): Promise<ExampleCall> {
  const example = exampleByName[name]
  if (!example) throw new Error(`${name} has no example`)
  const { params = {}, query, body, content } = await example.make(shop, userId)
  const { path } = nameToRoute(name)
  let address = path
  for (const part of pathToParameterNames(path)) {
    const value = part === 'shopId' ? shop.shopId : params[part]
    if (value === undefined) throw new Error(`The example of ${name} has no ${part}`)
    address = address.replace(`:${part}`, value)
  }
  return { address: query ? `${address}?${new URLSearchParams(query).toString()}` : address, ...(body && { body }), ...(content && { content }) }
}

/** Whether the example succeeds on this engine: PostgreSQL backups need programs that may be missing. */
export const isMadeHere = (name: string): boolean => readClusterUrl() === undefined || !name.startsWith('POST /api/backups')
