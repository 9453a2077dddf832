import { orderStatusIdByName } from '#schema/values/order-status.ts'

/**
 * What the oracle knows of the product's rules, written down by hand, as SYNC.md has them: none of it is taken from the
 * product's code, so that a fault there is not repeated here.
 */

export type Policy = 'set' | 'sum' | 'text'

type Link = { field: string; to: string; whenParentGoes: 'refuse' | 'cascade' | 'keep'; isRequired: boolean }
type Facts = {
  links: Link[]
  /** Fields that are not simply replaced. */
  policies: Record<string, Policy>
  /** `undefined`: every member may; `null`: nobody. */
  deletePrivilege: string | null | undefined
  isEditable: boolean
  /** What activities call the fields whose replaced value they must name. */
  labels: Record<string, string>
  /** What a row holds where nobody said. */
  initial?: Record<string, boolean | number | string>
}

const link = (field: string, to: string, whenParentGoes: Link['whenParentGoes'], isRequired = false): Link => ({ field, to, whenParentGoes, isRequired })

export const factsByCollection: Record<string, Facts> = {
  customers: {
    links: [],
    policies: { customerNotes: 'text' },
    deletePrivilege: 'delete_customer',
    isEditable: true,
    labels: { name: 'Name', email: 'Email' },
    initial: { noMessages: false },
  },
  orders: {
    links: [link('customerId', 'customers', 'refuse', true), link('assignedEmployeeId', 'employees', 'refuse'), link('assetId', 'assets', 'keep')],
    policies: { issueDescription: 'text', additionalRequests: 'text', orderNotes: 'text' },
    deletePrivilege: 'delete_order',
    isEditable: true,
    labels: { quotedCost: 'Quoted cost', itemDetails: 'Device details' },
    initial: { priority: false },
  },
  tasks: {
    links: [link('orderId', 'orders', 'cascade'), link('assignedEmployeeId', 'employees', 'refuse')],
    policies: { description: 'text' },
    deletePrivilege: undefined,
    isEditable: true,
    labels: {},
    initial: { completed: false },
  },
  assets: { links: [link('customerId', 'customers', 'cascade', true)], policies: { notes: 'text' }, deletePrivilege: undefined, isEditable: true, labels: {} },
  payments: { links: [link('orderId', 'orders', 'cascade', true)], policies: {}, deletePrivilege: undefined, isEditable: true, labels: {} },
  costs: { links: [link('orderId', 'orders', 'cascade', true)], policies: {}, deletePrivilege: undefined, isEditable: true, labels: {} },
  order_lines: {
    links: [link('orderId', 'orders', 'cascade', true), link('productId', 'products', 'keep')],
    policies: {},
    deletePrivilege: undefined,
    isEditable: true,
    labels: { quantity: 'Quantity' },
    initial: { fromStock: false },
  },
  estimates: {
    links: [link('orderId', 'orders', 'cascade', true)],
    policies: {},
    deletePrivilege: undefined,
    isEditable: true,
    labels: { note: 'Note' },
    initial: { state: 'draft' },
  },
  messages: {
    links: [link('orderId', 'orders', 'cascade', true), link('customerId', 'customers', 'cascade')],
    policies: {},
    deletePrivilege: undefined,
    isEditable: true,
    labels: { state: 'State' },
    initial: { channel: 'sms', state: 'waiting', cause: 'person', anyHour: false },
  },
  products: {
    links: [link('categoryHierarchyId', 'categories', 'refuse', true), link('supplierId', 'suppliers', 'refuse')],
    policies: { inventoryCount: 'sum', description: 'text' },
    deletePrivilege: null,
    isEditable: true,
    labels: {},
    initial: { inventoryCount: 0 },
  },
  categories: { links: [link('parentId', 'categories', 'refuse')], policies: {}, deletePrivilege: undefined, isEditable: true, labels: {} },
  suppliers: { links: [], policies: { notes: 'text' }, deletePrivilege: undefined, isEditable: true, labels: {} },
  employees: { links: [], policies: {}, deletePrivilege: null, isEditable: false, labels: {} },
  checklist_items: { links: [], policies: {}, deletePrivilege: null, isEditable: false, labels: {} },
  checklist_selections: {
    links: [link('orderId', 'orders', 'cascade', true), link('dropoffChecklistId', 'checklist_items', 'cascade', true)],
    policies: {},
    deletePrivilege: undefined,
    isEditable: false,
    labels: {},
  },
  attachments: {
    links: [link('orderId', 'orders', 'cascade', true)],
    policies: {},
    deletePrivilege: undefined,
    isEditable: true,
    labels: { caption: 'Caption' },
    initial: { isStored: false, forCustomer: false },
  },
  passcode_views: { links: [link('orderId', 'orders', 'keep', true)], policies: {}, deletePrivilege: null, isEditable: false, labels: {} },
  activities: { links: [], policies: {}, deletePrivilege: null, isEditable: false, labels: {} },
}

export const collectionsOfAll = Object.keys(factsByCollection)

export const factsOf = (collection: string): Facts => {
  const facts = factsByCollection[collection]
  if (facts === undefined) throw new Error(`The oracle does not know ${collection}`)
  return facts
}

export const policyOf = (collection: string, field: string): Policy => factsOf(collection).policies[field] ?? 'set'

/** An order holds so many files (PHOTO-02). */
export const filesPerOrder = 40

const finalStatuses: ReadonlySet<unknown> = new Set([orderStatusIdByName['Picked up'], orderStatusIdByName.Recycled, orderStatusIdByName.Cancelled])

const doneStatuses: ReadonlySet<unknown> = new Set([
  orderStatusIdByName.Fixed,
  orderStatusIdByName['Not Fixable'],
  orderStatusIdByName['Part Not Available'],
  orderStatusIdByName.Recycled,
  orderStatusIdByName['Picked up'],
  orderStatusIdByName.Cancelled,
])

/** The work at the order is over (PICT-01). */
export const isDone = (orderStatusId: unknown): boolean => doneStatuses.has(orderStatusId)

/** The device has left the shop: nobody keeps its passcode (PASS-03). */
export const isFinished = (orderStatusId: unknown): boolean => finalStatuses.has(orderStatusId)

/** Which collections somebody with these privileges may hold. */
export const readableBy = (privileges: ReadonlySet<string>): string[] =>
  collectionsOfAll.filter((name) => name !== 'activities' || privileges.has('view_activity'))

export const linesOf = (text: unknown): string[] => (typeof text === 'string' && text !== '' ? text.split('\n') : [])

export const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
