import { describe, expect, test } from 'vitest'
import type { Customer } from '#schema/collections/work/customers.ts'
import type { Estimate } from '#schema/collections/work/estimates.ts'
import { buildCashUp } from '#schema/rules/money/cash-up.ts'
import { toCsv, unguardText } from '#schema/rules/money/csv.ts'
import { reportToCsv } from '#schema/rules/money/report-csv.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import type { CsvTable } from '#web/list-kit/csv-button.tsx'
import { toCustomersTable } from './customers/customers-csv.ts'
import { estimatesToTable } from './estimates/estimates-csv.ts'
import { toMovementsTable } from './inventory/movements/stock-movements.tsx'
import { linesToTable } from './lines/lines-csv.ts'
import { moneyToTable } from './money/money-csv.ts'
import { ordersToCsv } from './orders/bulk/orders-csv.ts'
import { cashUpToTable } from './reports/cash-up/cash-up-csv.ts'
import { toSecurityTable } from './settings/app/security-log-text.ts'
import { toEmployeesTable } from './settings/employees/employee-list.tsx'
import {
  entitiesToTable,
  linkedShopsToTable,
  mappingsToTable,
  peopleToTable,
  privilegesToTable,
  sessionsToTable,
  shopsToTable,
  tokensToTable,
} from './settings/online/lists-csv.ts'
import { refusedToCsv } from './settings/tables/import-result.tsx'
import { readTable } from './settings/tables/read-file.ts'
import { toUsersTable } from './settings/users/user-management.tsx'
import { deliveriesToTable, webhooksToTable } from './settings/webhooks/webhooks-csv.ts'
import { toOrderTasksTable, toTasksTable } from './tasks/tasks-csv.tsx'
import { toActivitiesTable } from './activities/activities-view.tsx'
import { assetsToTable } from './assets/customer-assets.tsx'
import { refusedToTable } from './attention/refused/refused-changes-view.tsx'
import { duplicatesToTable } from './customers/merge/duplicates-dialog.tsx'
import { toDeletedTable } from './deleted/deleted-view.tsx'
import { hopsToTable } from './history/order-history.tsx'
import { toProductsTable } from './inventory/inventory-view.tsx'
import { suppliersToTable } from './inventory/suppliers/suppliers-dialog.tsx'
import { messagesToTable } from './messages/order-messages.tsx'

const at = '2026-03-02T10:00:00.000Z'
const words = { prefix: 'H-', timeZone: 'UTC', statusName: () => 'Fixed', employeeName: (name: string) => name }

const some = <Row>(fields: object): Row => fields as Row
const written = ({ header, rows }: CsvTable): string => toCsv([header, ...rows])

const orderOf = (text: string) => ({
  id: 'o',
  number: 12,
  itemDetails: text,
  issueDescription: text,
  quotedCost: text,
  orderStatusId: orderStatusIdByName.Fixed,
  assignedEmployeeId: text,
  dueTimestamp: at,
  priority: true,
  repeat: false,
  createdAt: at,
})
const phone = { countryCode: '+1', phone: '5550102000' }
const noFirm = { company: null, street: null, postalCode: null, city: null, region: null, country: null, taxId: null, language: null }
const shownPhone = '+1 555-010-2000'

/** Each list: its columns, and a row in which every free text is `text`. */
const lists: readonly [name: string, header: string, toFile: (text: string) => string, toRow: (text: string) => string[]][] = [
  [
    'orders',
    'No.,Customer,Phone,Item,Issue,Quote,Payment,Cost,Status,Assign To,Due By,Priority,Repeat,Created',
    (text) => ordersToCsv([some({ order: orderOf(text), customer: { name: text, ...phone }, paymentsTotal: 10, costsTotal: 4.5 })], words),
    (text) => ['H-12', text, shownPhone, text, text, text, '10.00', '-4.50', 'Fixed', text, '2026-03-02', 'Yes', '', '2026-03-02'],
  ],
  [
    'customers',
    'Name,Phone,Alt Phone,Email',
    (text) =>
      written(toCustomersTable([some({ customer: { name: text, ...phone, alternateCountryCode: null, alternatePhone: null, email: text, ...noFirm } })])),
    (text) => [text, shownPhone, '', text],
  ],
  [
    'inventory',
    'Category,Name,SKU,Condition,Type,Color,Supplier,Inventory count,Reorder point,Cost price,Sale price,Archived,Barcode,Supplier SKU,Location',
    (text) => {
      const ids = { conditionId: 'c', typeId: 't', colorId: 'f', supplierId: 's' }
      const product = {
        name: text,
        sku: text,
        ...ids,
        inventoryCount: -2,
        reorderPoint: 1,
        costPrice: 1.5,
        salePrice: null,
        archived: false,
        barcode: text,
        supplierSku: text,
        location: text,
      }
      return written(
        toProductsTable([some({ name: text, children: [], products: [product] })], { nameById: new Map(Object.values(ids).map((id) => [id, text])) }),
      )
    },
    (text) => [text, text, text, text, text, text, text, '-2', '1', '1.50', '', '', text, text, text],
  ],
  [
    'stock movements',
    'Time,Change,Reason,Left,User',
    (text) => written(toMovementsTable([some({ at, delta: -1, reason: 'line', countAfter: null, userId: 'u' })], () => text)),
    (text) => [at, '-1', 'Part of an order', '', text],
  ],
  [
    'suppliers',
    'Supplier,Contact,Email,Phone,Address,Notes',
    (text) => written(suppliersToTable([some({ supplierName: text, contactName: text, email: text, ...phone, address: text, notes: text })])),
    (text) => [text, text, text, shownPhone, text, text],
  ],
  [
    'tasks',
    'Customer,Item,No.,Status,Task,Done,Assign To,Due By',
    (text) => {
      const task = { orderId: 'o', description: text, completed: true, assignedEmployeeId: text, dueTimestamp: at }
      return written(toTasksTable([some({ task, order: orderOf(text), customer: { name: text } })], words))
    },
    (text) => [text, text, 'H-12', 'Fixed', text, 'Yes', text, '2026-03-02'],
  ],
  [
    'parts and labour',
    'Kind,Description,Quantity,Unit price,Total,From stock',
    (text) => written(linesToTable([{ line: some({ kind: 'labour', description: text, quantity: 1.125, unitPrice: 80, fromStock: false }), amount: 90 }])),
    (text) => ['Labour', text, '1.125', '80.00', '90.00', ''],
  ],
  [
    'payments',
    'Time,Amount,Description,Method,After tax',
    (text) => written(moneyToTable([{ act: 'refund', amount: -5, text, method: 'cash', afterTax: true, createdAt: at }])),
    (text) => [at, '-5.00', text, 'Cash', 'Yes'],
  ],
  [
    'devices of a customer',
    'Kind,Brand,Model,Serial number,IMEI,Color,Notes',
    (text) => written(assetsToTable([some({ kind: 'Phone', brand: text, model: text, serial: text, imei: text, color: text, notes: text })])),
    (text) => ['Phone', text, text, text, text, text, text],
  ],
  [
    'activities',
    'Time,User,Activity',
    (text) => written(toActivitiesTable([some({ createdAt: at, auditText: text })], () => ({ name: text, loginId: '' }))),
    (text) => [at, text, text],
  ],
  [
    'recently deleted',
    'Kind,What,Details,With it,Deleted,By',
    (text) => written(toDeletedTable([some({ collection: 'orders', title: text, details: [text], wentWith: [], deletedAt: at, deletedBy: text })])),
    (text) => ['Order', text, text, '', at, text],
  ],
  [
    'users',
    'Name,Login ID,Email,Phone',
    (text) => written(toUsersTable([some({ name: text, login_id: text, email: text, countryCode: '+1', phone: '5550102000' })])),
    (text) => [text, text, text, '+1 5550102000'],
  ],
  [
    'employees',
    'Name,Shop code,Shop,Email,Phone,Alt Phone',
    (text) => {
      const phones = { country_code: '+1', phone: '5550102000', alternate_country_code: null, alternate_phone: null }
      return written(toEmployeesTable([some({ name: text, shop_code: 'north', shop_name: text, email: text, ...phones })]))
    },
    (text) => [text, 'north', text, text, shownPhone, ''],
  ],
  [
    'security log',
    'Time,What,Who',
    (text) => {
      const people = { userName: text, loginId: null, subjectName: null, subjectUserId: null, userId: 'u', shopName: null, address: null }
      return written(toSecurityTable([some({ lastAt: at, kind: text, detail: null, times: 1, ...people })]))
    },
    (text) => [at, text, text],
  ],
  [
    'report',
    'Customer Name,Customer Phone,Device Details,Issue Description,Quote,Status,Total Payments,Total Costs,Net,Order Creation Date',
    (text) => {
      const named = { customerName: text, ...phone, itemDetails: text, issueDescription: text, quotedCost: text, statusName: 'Fixed', createdAt: at }
      return reportToCsv([some({ orderId: 'o', lines: [], totalPayments: 10, totalCosts: 4, net: 6, ...named })], 'UTC')
    },
    (text) => [text, shownPhone, text, text, text, 'Fixed', '10.00', '-4.00', '6.00', '2026-03-02'],
  ],
  [
    'the tasks of an order',
    'Task,Done,Assign To,Due By',
    (text) => written(toOrderTasksTable([some({ description: text, completed: false, assignedEmployeeId: text, dueTimestamp: at })], words)),
    (text) => [text, '', text, '2026-03-02'],
  ],
  [
    'estimates',
    'Version,State,Description,Quantity,Unit price,Line total,Estimate total,Valid until,Answer,Note',
    (text) => {
      const lines = JSON.stringify([{ kind: 'labour', description: text, quantity: 1.125, unitPrice: 80 }])
      return written(estimatesToTable([some({ version: 2, state: 'draft', lines, total: 90, validUntil: at, note: text })], some({}), new Date(at)))
    },
    (text) => ['2', 'Draft', text, '1.125', '80.00', '90.00', '90.00', at, '', text],
  ],
  [
    'messages of an order',
    'Written,Channel,To,State,Sent,Subject,Text,Problem',
    (text) => written(messagesToTable([some({ createdAt: at, channel: 'email', to: text, state: 'failed', sentAt: null, subject: text, text, error: text })])),
    (text) => [at, 'E-mail', text, 'Not sent', '', text, text, text],
  ],
  [
    'the statuses of an order',
    'Time,Status,Sent',
    (text) => written(hopsToTable([{ id: 'h', statusId: 's', at, isUnsent: true }], () => text)),
    (text) => [at, text, 'No'],
  ],
  [
    'likely duplicates',
    'Group,Name,Phone,Alt Phone,Email,Likely,Reason',
    (text) => {
      const customer = some<Customer>({ name: text, ...phone, alternateCountryCode: null, alternatePhone: null, email: text, ...noFirm })
      const [, ...others] = duplicatesToTable([
        [
          { customer: some({ ...customer, name: 'Mary' }), reasons: [], of: undefined },
          { customer, reasons: ['phone', 'name'], of: customer },
        ],
      ]).rows
      return written({ header: duplicatesToTable([]).header, rows: others })
    },
    (text) => ['1', text, shownPhone, '', text, text, 'Same phone and name'],
  ],
  [
    'refused changes',
    'Typed,Refused,By,Change,Reason,What was typed',
    (text) => written(refusedToTable([{ typedAt: at, refusedAt: at, author: text, heading: text, reason: text, typed: text }])),
    (text) => [at, at, text, text, text, text],
  ],
  [
    'webhooks',
    'Address,Events,State,Waiting,Last sent,Answer',
    (text) =>
      written(
        webhooksToTable([some({ url: text, events: ['order.created', 'payment.created'], state: 'failing', waiting: 3, lastSentAt: null, answer: text })]),
      ),
    (text) => [text, 'Order created, Payment taken', 'Failing', '3', '', text],
  ],
  [
    'deliveries of a webhook',
    'Time,Event,State,Tries,Answer',
    (text) => written(deliveriesToTable([some({ at, event: 'order.created', state: 'delivered', tries: 2, answer: text })])),
    (text) => [at, 'Order created', 'Delivered', '2', text],
  ],
  [
    'shops of an entity',
    'Shop code,Shop,Description',
    (text) => written(linkedShopsToTable([{ shop_code: 'north', shop_name: text, shop_description: text }])),
    (text) => ['north', text, text],
  ],
  ['shops', 'Shop code,Shop', (text) => written(shopsToTable([{ code: 'north', name: text }])), (text) => ['north', text]],
  [
    'mappings',
    'Entity,Contact,Shop code,Shop,Linked',
    (text) => written(mappingsToTable([some({ entity_name: text, contact_name: text, shop_code: 'north', shop_name: text, created_at: at })])),
    (text) => [text, text, 'north', text, at],
  ],
  ['entities', 'Entity,Contact', (text) => written(entitiesToTable([{ entity_name: text, contact_name: text }])), (text) => [text, text]],
  ['privileges', 'Privilege', (text) => written(privilegesToTable([{ privilegeName: text }])), (text) => [text]],
  ['people', 'Name,Login ID', (text) => written(peopleToTable([{ name: text, loginId: text }])), (text) => [text, text]],
  [
    'own sessions',
    'Device,Address,Signed in,Last used,This device',
    (text) => written(sessionsToTable([some({ device: text, address: null, signedInAt: at, lastUsedAt: at, isCurrent: true })])),
    (text) => [text, '', at, at, 'Yes'],
  ],
  [
    'API tokens',
    'Name,Privileges,Read only,Only shops,Created,Last used,Ends',
    (text) => {
      const token = {
        name: text,
        privileges: ['view_report', 'view_activity'],
        readOnly: true,
        shopIds: ['s', 'gone'],
        createdAt: at,
        lastUsedAt: null,
        expiresAt: at,
      }
      return written(tokensToTable([some(token)], (id) => (id === 's' ? text : undefined)))
    },
    (text) => [text, 'View reports, View activities', 'Yes', text, at, '', at],
  ],
  [
    'refused lines of an import',
    'Line,Reason,Name,Email',
    (text) => refusedToCsv([{ line: 2, reason: text }], ['Name', 'Email'], [{ line: 2, cells: [text, text] }]),
    (text) => ['2', text, text, text],
  ],
]

const formulas = ['=1+1', '+1+1', '-1+2', '@SUM(A1)', '\tx', '＝1']

test('the CSV of a cash-up has a column for each method, and gives refunds as what went out (BAL-02, CSV-02)', () => {
  const paid = { amount: 10, createdAt: at, method: 'cash', afterTax: false }
  const cashUp = buildCashUp({
    payments: [some(paid), some({ ...paid, amount: 4, kind: 'refund' })],
    range: { fromInstant: null, toInstantExclusive: null },
    timeZone: 'UTC',
  })
  const { header, rows } = cashUpToTable(cashUp)
  expect(Object.fromEntries(header.map((name, place) => [name, rows[0]?.[place]]))).toMatchObject({
    Day: '2026-03-02',
    Cash: 6,
    Card: null,
    Refunds: -4,
    Total: 6,
  })
})

test('the CSV of estimates has a row for each line of each version, and one for a version without lines', () => {
  const line = { kind: 'labour', description: 'x', quantity: 1, unitPrice: 5 }
  const estimates = [
    some<Estimate>({ version: 1, state: 'withdrawn', lines: '[]', total: 0, note: null }),
    some<Estimate>({ version: 0, state: 'draft', lines: JSON.stringify([line, line]), total: 10, note: null }),
  ]
  expect(estimatesToTable(estimates, some({}), new Date(at)).rows.map(([version, state, description]) => [version, state, description])).toEqual([
    ['1', 'Withdrawn', ''],
    ['', 'Draft', 'x'],
    ['', 'Draft', 'x'],
  ])
})

describe.each(lists)('the CSV of %s (CSV-02)', (_name, header, toFile, toRow) => {
  const read = (text: string): { header: readonly string[]; cells: readonly string[] } => {
    const { header: columns, lines } = readTable(new TextEncoder().encode(toFile(text)), { delimiter: ',' })
    expect(lines).toHaveLength(1)
    return { header: columns, cells: lines.flatMap((line) => ('cells' in line ? line.cells : [])) }
  }

  test('has the columns of the list, and its texts come back as they were', () => {
    for (const text of ['plain', 'a "quoted" text, with commas', 'two\r\nlines', 'two\nlines; and "more"', 'Größe · 漢字']) {
      expect(read(text).header).toEqual(header.split(','))
      expect(read(text).cells.map(unguardText)).toEqual(toRow(text))
    }
  })

  test.each(formulas)('runs no %j in a spreadsheet, and gives it back to who reads it', (formula) => {
    const { cells } = read(formula)
    const row = toRow(formula)
    expect(row).toContain(formula)
    expect(cells.filter((_cell, place) => row[place] === formula)).toEqual(row.filter((cell) => cell === formula).map((cell) => `'${cell}`))
    expect(cells.map(unguardText)).toEqual(row)
  })
})
