import { expect, it } from 'vitest'
import type { Order } from '#schema/collections/work/orders.ts'
import type { Customer } from '#schema/collections/work/customers.ts'
import type { OrderListRow } from '#web/device/lists/list-queries.ts'
import { ordersFileName, ordersToCsv, readInSteps } from './orders-csv.ts'

const words = { prefix: 'H-', timeZone: 'America/New_York', statusName: () => 'Fixed', employeeName: () => 'Ana Ruiz' }

const order = {
  id: '0198c2a4-0000-7000-8000-0000001a2b3c',
  number: 12,
  itemDetails: '=cmd',
  issueDescription: 'Screen, "cracked"',
  quotedCost: '120',
  orderStatusId: 'fixed',
  assignedEmployeeId: 'ana',
  dueTimestamp: '2026-03-02T03:00:00.000Z',
  priority: true,
  repeat: false,
  createdAt: '2026-03-01T15:00:00.000Z',
  passcode: '1234',
} as Order

const row: OrderListRow = {
  order,
  customer: { name: 'Ada', countryCode: '+44', phone: '7911123456' } as Customer,
  paymentsTotal: 10,
  estimate: null,
  costsTotal: 4.5,
  methods: [],
  total: null,
  balance: 110,
  linesTotal: null,
  isUnsent: false,
  changedAt: null,
}

it('writes what the list shows, runs no formula in a spreadsheet, and holds no passcode (PASS-01)', () => {
  const csv = ordersToCsv([row, { ...row, order: { ...order, number: null, dueTimestamp: null, assignedEmployeeId: null }, customer: undefined }], words)
  const [head, first, second] = csv.split('\r\n')
  expect(head).toContain('No.,Customer,Phone,Item')
  expect(first).toMatch(/^H-12,Ada,'\+44 .*,'=cmd,"Screen, ""cracked""",120,10\.00,-4\.50,Fixed,Ana Ruiz,2026-03-01,Yes,,2026-03-01$/)
  expect(second).toMatch(/^1A2B3C,,,'=cmd/)
  expect(csv).not.toContain('1234,')
})

it('reads thousands of rows some at a time, in their order', async () => {
  const ids = Array.from({ length: 1_201 }, (_, index) => String(index))
  const asked: number[] = []
  const rows = await readInSteps(ids, async (some) => {
    asked.push(some.length)
    return [...some]
  })
  expect(rows).toEqual(ids)
  expect(asked).toEqual([500, 500, 201])
})

it('names the file by the shop and the day', () => {
  expect(ordersFileName('North & Co', '2026-03-01')).toBe('North_Co_Orders_2026-03-01.csv')
})
