import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { v5, v7 } from 'uuid'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { privilegeNames, type Privilege } from '#schema/privileges.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import type { Json } from '#schema/values/merge.ts'
import { createEntity } from '../commands/administration/create-entity.ts'
import { createShop } from '../commands/administration/create-shop.ts'
import { saveContent, saveThumbnail } from '../commands/files/save-content.ts'
import { createCustomer } from '../commands/write-customer.ts'
import { fileOf, onePixelPng, tinyWebp } from './test-pictures.ts'
import { addUser } from './test-world.ts'
import type { Services } from '../services.ts'
import { issueInvoice } from '../commands/issue-invoice.ts'
import { saveProfile } from '../commands/shop-profile/save-profile.ts'
import { saveRules } from '../commands/shop-profile/save-rules.ts'
import { makeOrderLink } from '../portal/order-links/order-links.ts'
import { takeText } from '../portal/order-links/take-text.ts'
import { sendEstimate } from '../portal/estimates/send-estimate.ts'
import { startPortalSession } from '../portal/portal-sessions.ts'
import { privilegesToText } from '../queries/people/api-tokens.ts'
import { createTokenText } from '../session/api-tokens.ts'
import { hashPassword } from '../session/passwords.ts'
import { createRow, deleteRow, updateRow } from '../store/write-rows.ts'
import { applyOps } from '../store/write.ts'
import { readClusterUrl } from './postgres/test-databases.ts'
import { createTestClock, startTestServer, testPassword, type TestServer } from './test-server.ts'

/** Two shops with a row in everything, and what example calls consume, for tests over the whole registry. */
export type RoutesWorld = Awaited<ReturnType<typeof openRoutesWorld>>
export type ShopWorld = Awaited<ReturnType<typeof seedShop>>

type Values = Record<string, Json>

export const accessCode = 'tulip-77'
export const metricsToken = 'a token of the operator'

export async function openRoutesWorld() {
  const clock = createTestClock()
  // Lets each call have its own address, to avoid rate limits.
  const webDir = await mkdtemp(path.join(tmpdir(), 'mainspring-pages-'))
  for (const page of ['index.html', 'portal.html']) await writeFile(path.join(webDir, page), '<!doctype html><title>Mainspring</title>')
  // PostgreSQL backups need programs that may be missing.
  const backups: Record<string, string> = readClusterUrl() === undefined ? { BACKUP_DIR: path.join(webDir, 'backups') } : {}
  const env = { TRUST_PROXY: '1', ...backups, METRICS_TOKEN: metricsToken }
  const server = await startTestServer({ clock: clock.now, env, webDir })
  const shop = await seedShop(server, { name: 'North', code: 'north', secret: 'Zebulon-7731' })
  const otherShop = await seedShop(server, { name: 'South', code: 'south', secret: 'Quintus-4410' })
  /** Another shop, for tests that use theirs up. */
  const addShop = () => seedShop(server, { name: 'West', code: newName('west'), secret: 'Ottokar-1902' })
  const close = async (): Promise<void> => {
    await server.close()
    await rm(webDir, { recursive: true })
  }
  return { clock, server, services: server.services, shop, otherShop, addShop, close }
}

let count = 0
export const newName = (word: string): string => `${word}-${count++}`
export const newPhone = (): { countryCode: string; phone: string } => ({ countryCode: '+1', phone: String(5_550_200_000 + count++) })

async function seedShop(server: TestServer, { name, code, secret }: { name: string; code: string; secret: string }) {
  const { services } = server
  const { id: shopId } = await createShop(services, { name, code })
  await services.db.updateTable('shop_configs').set({ customer_portal: 1 }).where('shop_id', '=', shopId).execute()
  const caller = { userId: null, privileges: new Set(privilegeNames), shopIds: new Set([shopId]), origin: 'administration' } as const
  const add = async (collection: CollectionName, values: Values, id?: string): Promise<string> =>
    (await createRow(services, caller, shopId, collection, values, { id })).id
  const addDeleted = async (collection: CollectionName, values: Values, id?: string): Promise<string> => {
    const rowId = await add(collection, values, id)
    await deleteRow(services, caller, shopId, collection, rowId)
    return rowId
  }

  const { id: entityId } = await createEntity(services, { entityName: `${name} Ltd`, contactName: secret, shopIds: [shopId] })
  const employeeId = await add('employees', { entityId, name: secret, ...newPhone() })
  const customerId = await add('customers', { name: secret, customerNotes: secret, ...newPhone() })
  const orderValues = { customerId, orderStatusId: orderStatusIdByName.Lead, itemDetails: secret, issueDescription: secret, assignedEmployeeId: employeeId }
  const orderId = await add('orders', orderValues)
  const itemId = await add('checklist_items', { name: secret })
  const selectionValues = { orderId, dropoffChecklistId: itemId }
  const categoryId = await add('categories', { name: secret })
  const supplierId = await add('suppliers', { supplierName: secret })
  // With tax in the prices, so that totals are what the lines say.
  await saveProfile(services, null, shopId, { taxMode: 'inclusive', publicPrices: true })
  const taxRate = {
    name: 'Sales tax',
    percent: 8.875,
    isDefault: true,
    parts: [
      { name: 'City', percent: 4.5 },
      { name: 'State', percent: 4.375 },
    ],
  }
  const taxRateId = await add('tax_rates', taxRate)
  const productId = await add('products', { name: secret, categoryHierarchyId: categoryId, supplierId, inventoryCount: 9 })
  const purchaseId = await add('purchases', { supplierId, reference: secret })
  const takeId = v7()
  const testId = await add('tests', { name: secret, items: [secret] })
  const valuesOf = {
    customers: { name: secret, ...newPhone() },
    orders: orderValues,
    tasks: { orderId, description: secret, assignedEmployeeId: employeeId },
    payments: { orderId, paymentAmount: 5, paymentText: secret },
    costs: { orderId, costAmount: 5, costText: secret },
    categories: { name: secret, parentId: categoryId },
    suppliers: { supplierName: secret },
    tax_rates: taxRate,
    products: { name: secret, categoryHierarchyId: categoryId, supplierId },
    order_lines: { orderId, kind: 'part', productId, description: secret, quantity: 2, unitPrice: 5, fromStock: true },
    order_notes: { orderId, text: secret },
    purchases: { supplierId, note: secret },
    purchase_lines: { purchaseId, productId, description: secret, quantity: 5 },
    stock_counts: { takeId, area: secret, productId, counted: 7 },
    // Anybody may read them.
    services: { kind: 'phone', name: 'Screen', price: 5, productId, taxRateId },
    tests: { name: secret, items: [secret] },
    test_results: { orderId, testId, item: secret, phase: 'before', result: 'fail', note: secret },
    till_days: { name: secret, float: 100, moves: [{ at: '2026-03-02T09:00:00.000Z', amount: -20, reason: secret }] },
    employees: { entityId, name: secret },
    checklist_items: { name: secret },
    estimates: { orderId, lines: [{ kind: 'part', description: secret, quantity: 2, unitPrice: 5 }], note: secret },
    invoices: { kind: 'invoice', orderId, note: secret },
    messages: { orderId, to: '+15550102000', text: secret },
    assets: { customerId, brand: secret, model: secret, serial: secret, notes: secret },
  } satisfies Partial<Record<CollectionName, Values>>

  // A portal customer sees their own name and order, so these contain no secret.
  const portalPhone = newPhone()
  const portalCustomer = await createCustomer(services, { ...caller, origin: 'rest' }, shopId, {
    name: 'Carla',
    ...portalPhone,
    customerAccessCode: accessCode,
  })
  const portalOrderValues = { ...orderValues, customerId: portalCustomer.id, itemDetails: 'iPhone', issueDescription: 'Broken glass', assignedEmployeeId: null }
  const portalOrderId = await add('orders', portalOrderValues)

  // Each file gets its own order, because an order has a maximum of files.
  const addFile = async (more: Values = {}) => add('attachments', { ...fileOf(await add('orders', orderValues)), caption: secret, ...more })
  const addPortalFile = async (ofOrderId = portalOrderId) => {
    const id = await addFile({ orderId: ofOrderId, forCustomer: true, caption: 'Scratch' })
    await saveContent(services, null, shopId, id, onePixelPng)
    await saveThumbnail(services, null, shopId, id, tinyWebp)
    return id
  }

  await saveRules(services, null, shopId, [{ orderStatusId: orderStatusIdByName.Lead, channel: 'sms', mode: 'send', subject: null, text: 'Hello {name}' }])

  return {
    server,
    services,
    shopId,
    code,
    secret,
    entityId,
    portalCustomerId: portalCustomer.id,
    addPortalOrder: () => add('orders', { ...portalOrderValues, orderStatusId: orderStatusIdByName.Lead }),
    portalPhone,
    ids: {
      customers: customerId,
      orders: orderId,
      tasks: await add('tasks', valuesOf.tasks),
      till_days: await add('till_days', valuesOf.till_days),
      payments: await add('payments', valuesOf.payments),
      costs: await add('costs', valuesOf.costs),
      categories: categoryId,
      suppliers: supplierId,
      tax_rates: taxRateId,
      products: productId,
      order_lines: await add('order_lines', valuesOf.order_lines),
      order_notes: await add('order_notes', valuesOf.order_notes),
      purchases: purchaseId,
      purchase_lines: await add('purchase_lines', valuesOf.purchase_lines),
      stock_counts: await add('stock_counts', valuesOf.stock_counts),
      services: await add('services', valuesOf.services),
      tests: testId,
      test_results: await add('test_results', valuesOf.test_results),
      employees: employeeId,
      checklist_items: itemId,
      checklist_selections: await add('checklist_selections', selectionValues, v5(itemId, orderId)),
      attachments: await addFile({ orderId }),
      assets: await add('assets', valuesOf.assets),
      estimates: await add('estimates', valuesOf.estimates),
      invoices: await add('invoices', valuesOf.invoices),
      messages: await add('messages', valuesOf.messages),
    },
    addFile,
    addStoredFile: async () => {
      const id = await addFile()
      await saveContent(services, null, shopId, id, onePixelPng)
      await saveThumbnail(services, null, shopId, id, tinyWebp)
      return id
    },
    addDeletedFile: async () => addDeleted('attachments', fileOf(await add('orders', orderValues))),
    portalFileId: await addPortalFile(),
    takeId,
    addTake: async (isApplied: boolean) => {
      const id = v7()
      await add('stock_counts', { ...valuesOf.stock_counts, productId: await add('products', valuesOf.products), takeId: id })
      if (isApplied) await applyOps(services, { ...caller, origin: 'rest' }, shopId, [{ action: 'apply-take', collection: 'stock_counts', id }])
      return id
    },
    /** The draft of an order that has a price. */
    addInvoice: async () => {
      const ofInvoice = await add('orders', orderValues)
      await add('order_lines', { ...valuesOf.order_lines, orderId: ofInvoice })
      return add('invoices', { kind: 'invoice', orderId: ofInvoice })
    },
    /** Its seller and buyer are all that an e-invoice needs. */
    addIssuedInvoice: async () => {
      const address = { street: '1 Main St', postalCode: '04001', city: 'Portland', country: 'US', taxId: '12-3456789' }
      await saveProfile(services, null, shopId, address)
      const ofInvoice = await add('orders', { ...orderValues, customerId: await add('customers', { name: secret, ...newPhone(), ...address }) })
      await add('order_lines', { ...valuesOf.order_lines, orderId: ofInvoice })
      const id = await add('invoices', { kind: 'invoice', orderId: ofInvoice })
      await issueInvoice(services, { userId: null, shopId, id })
      return id
    },
    /** A link to the issued invoice of an order with a payment and a credit note. */
    addInvoiceLink: async () => {
      const invoice = await add('invoices', { kind: 'invoice', orderId: await add('orders', { ...portalOrderValues, quotedCost: '80' }) })
      const { orderId, id: invoiceId } = await issueInvoice(services, { userId: null, shopId, id: invoice })
      await add('payments', { orderId, paymentAmount: 10 })
      const note = await add('invoices', { kind: 'credit-note', orderId, correctsId: invoiceId })
      await issueInvoice(services, { userId: null, shopId, id: note })
      const url = await makeOrderLink(services, { shopId, orderId, invoiceId }, null)
      return { invoiceId, token: url.slice(url.lastIndexOf('/') + 1) }
    },
    /** An unanswered estimate link, to an order with a photo. */
    addEstimateLink: async () => {
      const ofLink = await add('orders', portalOrderValues)
      const photoId = await addPortalFile(ofLink)
      const id = await add('estimates', { orderId: ofLink, lines: [{ kind: 'labour', description: 'New glass', quantity: 1.5, unitPrice: 40 }] })
      const { url } = await sendEstimate(services, { userId: null, shopId, id, publicOrigin: null })
      return { id, photoId, token: url.slice(url.lastIndexOf('/') + 1) }
    },
    /** A link to an order with a photo, an unanswered estimate and a message. */
    addOrderLink: async () => {
      const orderId = await add('orders', portalOrderValues)
      const photoId = await addPortalFile(orderId)
      const id = await add('estimates', { orderId, lines: [{ kind: 'labour', description: 'New glass', quantity: 1.5, unitPrice: 40 }] })
      await sendEstimate(services, { userId: null, shopId, id, publicOrigin: null })
      await takeText(services, { shopId, orderId }, { text: 'Hello' })
      const url = await makeOrderLink(services, { shopId, orderId }, null)
      return { photoId, token: url.slice(url.lastIndexOf('/') + 1) }
    },
    addWebhook: () => addTestWebhook(services, shopId),
    /** As a registration leaves it with the customer of the portal. */
    putUnconfirmedEmail: async (email: string) => {
      const ofPortal = { userId: null, privileges: new Set<never>(), shopIds: new Set([shopId]), origin: 'portal' as const }
      await updateRow(services, ofPortal, shopId, 'customers', portalCustomer.id, { email, emailUnconfirmed: true })
      return email
    },
    addRow: (collection: keyof typeof valuesOf) => add(collection, withNewName(valuesOf[collection])),
    addDeletedRow: (collection: keyof typeof valuesOf) => addDeleted(collection, withNewName(valuesOf[collection])),
    addCustomer: (phone: { countryCode: string; phone: string }) => add('customers', { name: 'Carla', ...phone }),
    addNamedCustomer: (name: string) => add('customers', { name }),
    addDeletedSelection: async () => {
      const freshOrderId = await add('orders', orderValues)
      return addDeleted('checklist_selections', { orderId: freshOrderId, dropoffChecklistId: itemId }, v5(itemId, freshOrderId))
    },
    addUser: (options: { shopIds?: string[]; privileges?: readonly Privilege[] } = {}) => addUser(services, { shopIds: [], privileges: [], ...options }),
    addToken: async (userId: string, privileges: Privilege[]) => {
      const { token, hash } = createTokenText()
      const row = {
        id: services.newId(),
        user_id: userId,
        name: 'Till',
        token_hash: hash,
        privileges: privilegesToText(privileges),
        created_at: services.clock().toISOString(),
        last_used_at: null,
        read_only: 0,
      }
      await services.db.insertInto('api_tokens').values(row).execute()
      return { id: row.id, token }
    },
    /** Headers of a verified portal customer. */
    signInCustomer: async (): Promise<{ Cookie: string }> => {
      const { sessionId } = await startPortalSession(services, { shopId, number: portalPhone, customerIds: [portalCustomer.id], oldSessionId: undefined })
      return { Cookie: `mainspring_portal=${sessionId}` }
    },
    addShop: async () => (await createShop(services, { name: 'Fresh', code: newName('fresh') })).id,
    linkShop: (linkedShopId: string) =>
      services.db
        .insertInto('entity_shops')
        .values({ id: services.newId(), entity_id: entityId, shop_id: linkedShopId, created_at: services.clock().toISOString() })
        .execute(),
    linkUser: (userId: string) =>
      services.db
        .insertInto('entity_users')
        .values({ id: services.newId(), entity_id: entityId, user_id: userId, created_at: services.clock().toISOString() })
        .execute(),
    readOtp: async (phone: { countryCode: string; phone: string }): Promise<string> => {
      const lines = (await readFile(path.join(server.dataDir, 'sms.log'), 'utf8')).split('\n').filter((line) => line.includes(phone.countryCode + phone.phone))
      return /\d{6}/.exec((JSON.parse(lines.at(-1) ?? '{"text":""}') as { text: string }).text)?.[0] ?? ''
    },
  }
}

const withNewName = (values: Values): Values => (typeof values['name'] === 'string' ? { ...values, name: newName(values['name']) } : values)

/** One shared hash, because hashing costs 40 ms. */
export async function givePasswords({ db }: Services): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: await hashPassword(testPassword) })
    .execute()
}

/** A webhook with a completed delivery. No key opens its secret, so nothing is sent. */
async function addTestWebhook({ db, clock }: Pick<Services, 'db' | 'clock'>, shopId: string): Promise<{ id: string; deliveryId: string }> {
  const at = clock().toISOString()
  const [id, deliveryId, rowId] = [v7(), v7(), v7()]
  const { seq } = await db
    .updateTable('shop_feed')
    .set((eb) => ({ seq: eb('seq', '+', 1) }))
    .where('shop_id', '=', shopId)
    .returning('seq')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('webhook_events')
    .values({ shop_id: shopId, seq, id: deliveryId, event: 'order.created', collection: 'orders', row_id: rowId, detail: null, at, stored_at: at })
    .execute()
  await db
    .insertInto('webhooks')
    .values({ id, shop_id: shopId, url: 'https://hooks.invalid/in', events: 'order.created', secret: '', created_at: at, told_seq: seq })
    .execute()
  await db.insertInto('webhook_deliveries').values({ webhook_id: id, seq, shop_id: shopId, state: 'failed', tries: 3, answer: '500', ended_at: at }).execute()
  return { id, deliveryId }
}
