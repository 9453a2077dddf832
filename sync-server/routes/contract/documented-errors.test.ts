import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { privilegeRows } from '#schema/rules/merge/reference-rows.ts'
import type { TestClient } from '../../testing/test-server.ts'
import { openPortal, type TestPortal } from '../../testing/test-portal.ts'
import { lead, nowhere, rowOf } from '../../testing/test-shop.ts'

let portal: TestPortal
let max: TestClient
let visitor: TestClient
let customer: TestClient
let orderId: string
let categoryId: string
let childId: string
let otherEntityId: string

beforeAll(async () => {
  portal = await openPortal()
  max = await portal.server.client().signIn('max')
  visitor = portal.server.client()
  customer = await portal.verified()
  const api = `/api/${portal.shopId}`
  orderId = rowOf(await max.post(`${api}/orders`, { ...order(), customerId: portal.carlaId })).id
  categoryId = rowOf(await max.post(`${api}/categories`, { name: 'Screens', parentId: null })).id
  childId = rowOf(await max.post(`${api}/categories`, { name: 'Glass', parentId: categoryId })).id
  otherEntityId = rowOf(await max.post('/api/entities', { entity_name: 'South Ltd', contact_name: 'Sue' })).id
})
afterAll(() => portal.close())

const order = (more: object = {}) => ({ customerId: portal.carlaId, orderStatusId: lead, itemDetails: 'Phone', issueDescription: 'Glass', ...more })
const walkIn = (more: object = {}) => ({ name: 'Walk In', countryCode: '+1', phone: '5550100000', ...more })
const cost = (more: object = {}) => ({ orderId, costText: 'Part', costAmount: 5, ...more })
const payment = (more: object = {}) => ({ orderId, paymentText: 'Cash', paymentAmount: 5, ...more })
const product = (more: object = {}) => ({ name: 'Glass', categoryHierarchyId: categoryId, ...more })
const employee = (more: object = {}) => ({ entityId: portal.entityId, shopId: portal.shopId, name: 'Zoe', ...more })
const colors = (greenEnd: unknown, yellowEnd: unknown) => ({ orderConfig: { statusColors: { greenEnd, yellowEnd } } })
const without = (body: object, name: string) => Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))

const phoneText = 'Phone must contain only digits, 6-15 characters'
const codeText = 'Country code must start with + and contain 1-4 digits (e.g., +1, +44)'
const rangeText = 'Green range end must be less than yellow range end'
const configText = 'Invalid order configuration format'
const entityText = 'Please provide both entity name and contact name.'
const employeeText = 'Please select an entity, provide employee name, and select a shop.'
const userCodeText = 'Country code is required when phone number is provided'
const passwordText = 'Password must be at least 6 characters'

type Who = 'max' | 'visitor' | 'customer'
type Line = [id: string, who: Who, method: string, address: () => string, body: () => unknown, message: string, path?: string]

const shop = (rest: string) => () => `/api/${portal.shopId}/${rest}`
const ofShop = (rest: string) => () => `/api/shops/${portal.shopId}/${rest}`
const at = (address: string) => () => address

const lines: Line[] = [
  ['VAL-01 login', 'visitor', 'POST', at('/api/login'), () => ({ user_id: '', password: 'x' }), 'Username is required', 'user_id'],
  ['VAL-02 login', 'visitor', 'POST', at('/api/login'), () => ({ user_id: 'ann', password: '' }), 'Password is required', 'password'],
  ['VAL-03 letters in a phone', 'max', 'POST', shop('customers'), () => walkIn({ phone: 'CALL555' }), phoneText, 'phone'],
  ['VAL-03 five digits', 'max', 'POST', shop('customers'), () => walkIn({ phone: '12345' }), phoneText, 'phone'],
  ['VAL-03 sixteen digits', 'max', 'PUT', () => `/api/${portal.shopId}/customers/${portal.carlaId}`, () => ({ phone: '1234567890123456' }), phoneText, 'phone'],
  ['VAL-06 leading zero', 'max', 'POST', shop('customers'), () => walkIn({ countryCode: '+01' }), codeText, 'countryCode'],
  ['VAL-06 five digits', 'max', 'POST', shop('customers'), () => walkIn({ countryCode: '+12345' }), codeText, 'countryCode'],
  ['VAL-08 customer', 'max', 'POST', shop('customers'), () => walkIn({ email: 'nobody' }), 'Invalid email format', 'email'],
  ['VAL-10 customer', 'max', 'POST', shop('customers'), () => walkIn({ shopId: '' }), 'Shop ID is required', 'shopId'],
  ['VAL-11', 'max', 'POST', shop('customers'), () => walkIn({ name: '  ' }), 'Customer name is required', 'name'],
  ['VAL-12', 'max', 'POST', shop('customers'), () => walkIn({ phone: '' }), 'Phone number is required', 'phone'],
  ['VAL-13', 'max', 'POST', shop('customers'), () => without(walkIn(), 'countryCode'), 'Country code is required', 'countryCode'],
  ['VAL-14 order', 'max', 'POST', shop('orders'), () => order({ shopId: '' }), 'Shop ID is required', 'shopId'],
  ['VAL-15', 'max', 'POST', shop('orders'), () => without(order(), 'customerId'), 'Customer ID is required', 'customerId'],
  ['VAL-16', 'max', 'POST', shop('orders'), () => order({ orderStatusId: '' }), 'Order status ID is required', 'orderStatusId'],
  ['VAL-17', 'max', 'POST', shop('orders'), () => order({ issueDescription: '' }), 'Issue description is required', 'issueDescription'],
  ['VAL-18', 'max', 'PUT', () => `/api/${portal.shopId}/orders/${orderId}`, () => ({ itemDetails: ' ' }), 'Item details is required', 'itemDetails'],
  ['VAL-21', 'max', 'POST', shop('costs'), () => without(cost(), 'orderId'), 'Order ID is required', 'orderId'],
  ['VAL-22 (AMB-103)', 'max', 'POST', shop('costs'), () => cost({ costAmount: '' }), 'Cost amount is required', 'costAmount'],
  ['VAL-23 (AMB-103) zero', 'max', 'POST', shop('costs'), () => cost({ costAmount: 0 }), 'Cost amount must be a valid positive number', 'costAmount'],
  ['VAL-23 (AMB-103) words', 'max', 'POST', shop('costs'), () => cost({ costAmount: 'ten' }), 'Cost amount must be a valid positive number', 'costAmount'],
  ['VAL-24', 'max', 'POST', shop('payments'), () => payment({ orderId: '' }), 'Order ID is required', 'orderId'],
  ['VAL-27 missing', 'max', 'POST', shop('payments'), () => without(payment(), 'paymentAmount'), 'Payment amount is required', 'paymentAmount'],
  ['VAL-27 negative', 'max', 'POST', shop('payments'), () => payment({ paymentAmount: -3 }), 'Payment amount must be a valid positive number', 'paymentAmount'],
  [
    'VAL-27 a tenth of a cent',
    'max',
    'POST',
    shop('payments'),
    () => payment({ paymentAmount: 1.001 }),
    'Payment amount must be a valid positive number',
    'paymentAmount',
  ],
  ['VAL-29', 'max', 'POST', shop('tasks'), () => ({ orderId, description: '' }), 'Task description is required', 'description'],
  ['VAL-30', 'max', 'POST', shop('shop-tasks'), () => ({ description: ' ' }), 'Description is required', 'description'],
  ['VAL-31', 'max', 'POST', shop('tasks'), () => ({ description: 'Clean' }), 'orderId required for order tasks', 'orderId'],
  [
    'VAL-32',
    'visitor',
    'POST',
    shop('customers/verify-otp'),
    () => ({ customerPhone: '5550102000', countryCode: '+1', otpCode: '12345' }),
    'OTP must be exactly 6 digits',
    'otpCode',
  ],
  [
    'VAL-33',
    'visitor',
    'POST',
    shop('customers/verify-otp'),
    () => ({ customerPhone: '5550102000', countryCode: '+1', otpCode: '12a456' }),
    'OTP must contain only digits',
    'otpCode',
  ],
  [
    'VAL-34',
    'visitor',
    'POST',
    shop('customers/send-otp'),
    () => ({ customerPhone: '555010', countryCode: '+1' }),
    'Invalid phone number: Please enter a valid phone number.',
    'customerPhone',
  ],
  [
    'VAL-35',
    'visitor',
    'POST',
    shop('customers/verify-access'),
    () => ({ customerPhone: '5550102000', countryCode: '+1', accessCode: '' }),
    'Access code is required',
    'accessCode',
  ],
  [
    'VAL-36',
    'customer',
    'POST',
    () => portal.orders,
    () => ({ customerId: portal.carlaId, issueDescription: 'Glass', itemDetails: '' }),
    'Item details is required',
    'itemDetails',
  ],
  [
    'VAL-37',
    'customer',
    'POST',
    () => portal.orders,
    () => ({ customerId: portal.carlaId, issueDescription: '', itemDetails: 'Phone' }),
    'Issue description is required',
    'issueDescription',
  ],
  ['VAL-39', 'max', 'POST', ofShop('dropoff-checklist'), () => ({ name: '  ' }), 'Checklist item name is required', 'name'],
  ['VAL-41', 'max', 'POST', at('/api/shops'), () => ({ name: '', code: 'east' }), 'Shop name is required', 'name'],
  ['VAL-42', 'max', 'POST', at('/api/shops'), () => ({ name: 'East', code: '' }), 'Shop code is required', 'code'],
  ['VAL-43', 'max', 'POST', at('/api/shops'), () => ({ name: 'East', code: 'east_1' }), 'Shop code can only contain letters, numbers, and dashes', 'code'],
  ['VAL-47 green above 30', 'max', 'PUT', ofShop('config'), () => colors(31, 40), configText],
  ['VAL-47 yellow above 50', 'max', 'PUT', ofShop('config'), () => colors(5, 51), configText],
  ['VAL-48', 'max', 'PUT', ofShop('config'), () => colors(9, 9), rangeText],
  ['VAL-49 halves', 'max', 'PUT', ofShop('config'), () => colors(1.5, 9), configText],
  ['VAL-49 text that is no JSON', 'max', 'PUT', ofShop('config'), () => ({ orderConfig: '{' }), configText, 'orderConfig'],
  ['VAL-50 entity name', 'max', 'POST', at('/api/entities'), () => ({ entity_name: ' ', contact_name: 'Ned' }), entityText, 'entity_name'],
  ['VAL-50 contact name', 'max', 'PUT', () => `/api/entities/${portal.entityId}`, () => ({ entity_name: 'North Ltd' }), entityText, 'contact_name'],
  [
    'VAL-51',
    'max',
    'POST',
    () => `/api/entities/${portal.entityId}/users`,
    () => ({ userId: '' }),
    'Please select both an entity and a user to assign.',
    'userId',
  ],
  ['VAL-52', 'max', 'POST', () => `/api/entities/${portal.entityId}/shops`, () => ({}), 'Please select both an entity and a shop.', 'shopId'],
  ['VAL-54', 'max', 'POST', () => `/api/entities/${portal.entityId}/employees`, () => without(employee(), 'shopId'), employeeText, 'shopId'],
  ['VAL-55', 'max', 'PUT', shop(`employees/${nowhere}`), () => ({ shopId: '' }), 'Please provide employee name and select a shop.', 'shopId'],
  ['VAL-56', 'max', 'POST', () => `/api/entities/${portal.entityId}/employees`, () => employee({ name: '' }), 'Employee name is required', 'name'],
  ['VAL-57', 'max', 'POST', () => `/api/entities/${portal.entityId}/employees`, () => without(employee(), 'entityId'), 'Entity ID is required', 'entityId'],
  [
    'VAL-58',
    'max',
    'POST',
    at('/api/entities'),
    () => ({ entity_name: 'E', contact_name: 'C', phone: '5550100000' }),
    'Please provide a country code when entering a phone number.',
    'country_code',
  ],
  [
    'VAL-59',
    'max',
    'POST',
    () => `/api/entities/${portal.entityId}/employees`,
    () => employee({ alternatePhone: '5550100000' }),
    'Please provide a country code when entering an alternate phone number.',
    'alternateCountryCode',
  ],
  ['VAL-60 name', 'max', 'PUT', () => `/api/shops/${portal.shopId}`, () => ({ name: '' }), 'Shop name and code are required.', 'name'],
  ['VAL-60 code', 'max', 'PUT', () => `/api/shops/${portal.shopId}`, () => ({ code: ' ' }), 'Shop name and code are required.', 'code'],
  ['VAL-62', 'max', 'PUT', at('/api/profile/password'), () => ({ currentPassword: 'x', newPassword: '12345' }), passwordText, 'newPassword'],
  ['VAL-63', 'max', 'PUT', () => `/api/users/${portal.userIds.ann}`, () => ({ login_id: '' }), 'Login ID is required', 'login_id'],
  ['VAL-64', 'max', 'PUT', () => `/api/users/${portal.userIds.ann}`, () => ({ email: 'nobody' }), 'Invalid email format', 'email'],
  ['VAL-65', 'max', 'PUT', () => `/api/users/${portal.userIds.ann}`, () => ({ phone: '5550100000' }), userCodeText, 'countryCode'],
  ['VAL-66', 'max', 'PUT', at('/api/profile'), () => ({ alternatePhone: '5550100000' }), userCodeText, 'alternateCountryCode'],
  ['VAL-67', 'max', 'POST', at('/api/users/create-with-optional-credentials'), () => ({ name: '' }), 'Name is required', 'name'],
  ['VAL-69', 'max', 'PATCH', () => `/api/users/${portal.userIds.ann}/password`, () => ({}), passwordText, 'newPassword'],
  ['VAL-70', 'max', 'POST', at('/api/users/create-with-optional-credentials'), () => ({ name: 'Zoe', password: '12345' }), passwordText, 'password'],
  ['VAL-71', 'max', 'POST', shop('suppliers'), () => ({ supplierName: '' }), 'Supplier name is required', 'supplierName'],
  ['VAL-72', 'max', 'PUT', () => `/api/${portal.shopId}/categories/${categoryId}`, () => ({ name: ' ' }), 'Category name is required', 'name'],
  ['VAL-74', 'max', 'POST', shop('products'), () => product({ name: '' }), 'Product name is required', 'name'],
  ['VAL-75', 'max', 'POST', shop('products'), () => product({ inventoryCount: -1 }), 'Inventory count must be a positive integer', 'inventoryCount'],
  ['VAL-76', 'max', 'POST', shop('products'), () => product({ reorderPoint: 1.5 }), 'Reorder point must be a positive integer', 'reorderPoint'],
  ['VAL-77', 'max', 'POST', shop('products'), () => product({ costPrice: -1 }), 'Cost price must be a valid positive number', 'costPrice'],
  ['VAL-78', 'max', 'POST', shop('products'), () => product({ salePrice: 'free' }), 'Sale price must be a valid positive number', 'salePrice'],
  ['VAL-80', 'max', 'POST', () => `/api/users/${portal.userIds.ann}/privileges`, () => ({}), 'Privilege ID is required', 'privilegeId'],
  ['VAL-82 (AMB-162)', 'max', 'POST', shop('orders'), () => order({ orderStatusId: nowhere }), 'Status does not exist in this shop', 'orderStatusId'],
  ['AMB-74 time zone', 'max', 'GET', shop('orders/days-since-status-change?timezone=Mars/Base'), () => undefined, 'Timezone is not valid', 'timezone'],
  ['AMB-74 day', 'max', 'GET', shop('payments?dateFrom=2026-02-31'), () => undefined, 'Date must look like 2026-03-01', 'dateFrom'],
  ['AMB-31', 'max', 'GET', at('/api/shops?scope=some'), () => undefined, "scope can only be 'all'", 'scope'],
  ['AMB-134', 'max', 'POST', shop('categories/bulk'), () => ({ categoryTree: [] }), 'Copy between 1 and 500 categories', 'categoryTree'],
]

const clientOf = (who: Who): TestClient => ({ max, visitor, customer })[who]

describe('a bad value is refused in the documented words', () => {
  test.each(lines)('%s', async (_id, who, method, address, body, message, path) => {
    const answer = await clientOf(who).send(method, address(), { body: body() })
    expect({ status: answer.status, ...(answer.json as object) }).toMatchObject({ status: 400, message })
    if (path !== undefined) expect((answer.json as { issues: { path: string }[] }).issues.map((issue) => issue.path)).toContain(path)
  })
})

type Conflict = [id: string, method: string, address: () => string, body: () => unknown, status: number, message: string]

const conflicts: Conflict[] = [
  ['AUTH: wrong password', 'POST', at('/api/login'), () => ({ user_id: 'ann', password: 'guess' }), 401, 'Invalid username or password'],
  [
    'AMB-150 employee',
    'POST',
    () => `/api/entities/${portal.entityId}/employees`,
    () => employee({ name: 'Eve' }),
    409,
    'An employee with this name already exists in this entity',
  ],
  ['AMB-150 login id', 'PUT', () => `/api/users/${portal.userIds.ann}`, () => ({ login_id: 'BOB' }), 409, 'This login ID is already taken.'],
  [
    'DATA-39, ERR-45',
    'POST',
    () => `/api/entities/${otherEntityId}/shops`,
    () => ({ shopId: portal.shopId }),
    409,
    'This shop is already assigned to another entity. Each shop can only be assigned to one entity.',
  ],
  ['shop code', 'POST', at('/api/shops'), () => ({ name: 'Twin', code: 'NORTH' }), 409, 'This shop code is already taken.'],
  ['shop user', 'POST', () => `/api/shops/${portal.shopId}/users`, () => ({ userId: portal.userIds.ann }), 409, 'This user is already assigned to this shop.'],
  [
    'user privilege',
    'POST',
    () => `/api/users/${portal.userIds.max}/privileges`,
    () => ({ privilegeId: privilegeRows[0]?.id }),
    409,
    'This user already has this privilege.',
  ],
  [
    'customer with orders',
    'DELETE',
    () => `/api/${portal.shopId}/customers/${portal.carlaId}`,
    () => undefined,
    409,
    'Cannot delete customer with existing orders.',
  ],
  ['AMB-132', 'DELETE', () => `/api/${portal.shopId}/categories/${categoryId}`, () => undefined, 409, 'This category still holds categories.'],
  [
    'AMB-135',
    'PATCH',
    () => `/api/${portal.shopId}/categories/${categoryId}`,
    () => ({ parentId: childId }),
    409,
    'Cannot move a category to be a child of its own descendant',
  ],
  [
    'current password',
    'PUT',
    at('/api/profile/password'),
    () => ({ currentPassword: 'guess', newPassword: 'long enough' }),
    400,
    'Current password is incorrect',
  ],
  ['unknown user', 'GET', () => `/api/users/${nowhere}/shops`, () => undefined, 404, 'User not found'],
  ['unknown entity', 'GET', () => `/api/entities/${nowhere}/users`, () => undefined, 404, 'Entity not found'],
  [
    'PUB-03',
    'POST',
    () => `/api/${portal.otherShopId}/customers/send-otp`,
    () => ({ customerPhone: '5550102000', countryCode: '+1' }),
    403,
    'Customer self serve portal is not enabled by this shop.',
  ],
  ['AMB-115', 'GET', () => `${portal.orders}?customerId=${portal.carlaId}`, () => undefined, 401, 'Please verify your identity again.'],
]

test('the log is refused in the words of its screen (ACT-08); reports are in money-report.test.ts', async () => {
  const { status, json } = await portal.ann.get(`/api/${portal.shopId}/activities`)
  expect({ status, ...(json as object) }).toMatchObject({
    status: 403,
    message: "Access Denied - You don't have permission to view activities data. Contact your administrator.",
  })
})

describe('what stands against a request is told in the documented words', () => {
  test.each(conflicts)('%s', async (_id, method, address, body, status, message) => {
    const answer = await max.send(method, address(), { body: body() })
    expect({ status: answer.status, ...(answer.json as object) }).toMatchObject({ status, message })
  })
})
