import { describe, expect, it } from 'vitest'
import { documentToRow } from '../../rows/rows.ts'
import { listColumns } from './list-columns.ts'

const base = { shopId: 'shop', seq: 1, createdAt: '2026-03-01T10:00:00.000Z', updatedAt: '2026-03-01T10:00:00.000Z' }

/** One row per list, with all kinds of characters that folding handles. */
const rows = {
  orders: documentToRow('orders', {
    ...base,
    id: 'order-1',
    customerId: 'customer-1',
    orderStatusId: 'status-1',
    assignedEmployeeId: 'employee-1',
    assetId: 'asset-1',
    additionalRequests: 'Bitte HEUTE',
    orderNotes: 'Schlüssel\nfehlt',
    itemDetails: 'Große CAFÉ Mühle Ⅷ',
    issueDescription: 'Ο ΔΡΟΜΟΣ\nfällt aus',
    quotedCost: 'über 90',
    dueTimestamp: null,
    priority: true,
    repeat: true,
    statusChangedAt: '2026-03-02T09:00:00.000Z',
    number: 1042,
    formerNumbers: '[97,5]',
  }),
  customers: documentToRow('customers', {
    ...base,
    id: 'customer-1',
    name: 'Zoë Ångström',
    countryCode: '+44',
    phone: '07700 900123',
    alternateCountryCode: null,
    alternatePhone: '029 2018 0001',
    alternatePhoneUnconfirmed: true,
    email: 'ZOË@example.org',
    taxExempt: true,
    hasAccessCode: false,
  }),
  assets: documentToRow('assets', {
    ...base,
    id: 'asset-1',
    customerId: 'customer-1',
    kind: 'phone',
    brand: 'Müller',
    model: null,
    serial: 'C02-XL/0',
    imei: '356938035643809',
  }),
  products: documentToRow('products', {
    ...base,
    id: 'product-1',
    name: 'Écran 6"',
    sku: 'EC-6 Z',
    barcode: '4006381333931 12',
    supplierSku: 'MP-7',
    categoryHierarchyId: 'category-1',
    archived: true,
  }),
  tasks: documentToRow('tasks', { ...base, id: 'task-1', orderId: null, description: 'Ruf Zoë AN', completed: false, assignedEmployeeId: null }),
  payments: documentToRow('payments', { ...base, id: 'payment-1', orderId: 'order-1', paymentAmount: 12.5, kind: 'refund' }),
  order_lines: documentToRow('order_lines', {
    ...base,
    id: 'line-1',
    orderId: 'order-1',
    kind: 'discount',
    description: 'Regular',
    quantity: 1,
    unitPrice: 0,
    included: true,
    percent: 12.5,
    taxRateId: 'rate-1',
  }),
}

/** Stored columns depend on the revision: a change of these values must raise it. */
const made = {
  orders: {
    revision: 6,
    columns:
      'sortPrefix text, text text, itemLength number, createdAt text, status shared, assignee shared, customer shared, quote number, asset shared, notes text, statusSince number',
    values: [
      '010251629941599999',
      'grosse cafe muhle viii\nο δρομοσ\nfallt aus\npriority repeat uber 90\n\u001f\u0011\u0010\u0014\u0012\u001f\u001f\u0019\u0017\u001f\u001f\u0015\u001f',
      22,
      '2026-03-01T10:00:00.000Z',
      'status-1',
      'employee-1',
      'customer-1',
      Number.NaN,
      'asset-1',
      'bitte heute\nschlussel\nfehlt',
      Date.UTC(2026, 2, 2, 9),
    ],
  },
  customers: {
    revision: 5,
    columns: 'sortPrefix text, name text, further text, phones text, phone text, alternatePhone text, createdAt text, taxExempt number',
    values: [
      'zoe angstrom\u0001',
      'zoe angstrom',
      'zoe@example.org',
      '447700900123\n07700900123\n02920180001',
      '07700 900123',
      '',
      '2026-03-01T10:00:00.000Z',
      1,
    ],
  },
  assets: {
    revision: 2,
    columns: 'text text, codes text, customer shared',
    values: ['muller\n\nc02-xl/0\n356938035643809', 'c02xl0\n356938035643809', 'customer-1'],
  },
  products: {
    revision: 3,
    columns: 'text text, codes text, archived number',
    values: ['ecran 6"\nec-6 z\n4006381333931 12\nmp-7', 'ec6z\n4006381333931\n12\nmp7', 1],
  },
  tasks: {
    revision: 2,
    columns: 'sortPrefix text, text text, completed number, dueTimestamp shared, createdAt text, assignee shared, order shared',
    values: ['01000000000000000251629941599999', 'ruf zoe an', 0, null, '2026-03-01T10:00:00.000Z', null, null],
  },
  payments: { revision: 1, columns: 'order text, cents number', values: ['order-1', -1250] },
  order_lines: {
    revision: 2,
    columns: 'order text, kind shared, quantity number, unitPrice number, included number, percent number, taxRate shared, product shared, createdAt text',
    values: ['order-1', 'discount', 1, 0, 1, 12.5, 'rate-1', null, '2026-03-01T10:00:00.000Z'],
  },
}

describe('what is kept of a row for its list', () => {
  it.each(['orders', 'customers', 'tasks', 'payments', 'order_lines', 'assets', 'products'] as const)(
    'is of a new revision whenever it is another: %s',
    (name) => {
      const rule = listColumns[name]
      const columns = Object.entries(rule?.kinds ?? {}).map((column) => column.join(' '))
      expect({ revision: rule?.revision, columns: columns.join(', '), values: rule?.toValues(rows[name]) }).toEqual(made[name])
    },
  )

  it.each(['orders', 'customers', 'tasks'] as const)('gives the sort key with the id that it ends with: %s', (name) => {
    const row = rows[name]
    const [prefix] = listColumns[name]?.toValues(row) ?? []
    expect(`${String(prefix)}${row.id}`).toBe(row['sortKey'])
  })
})
