import { describe, expect, it } from 'vitest'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { draftToUnfinishedForm, rowToDialog } from './unfinished-forms.ts'

const savedAt = '2026-03-02T10:42:00.000Z'
const of = (key: string, values: Record<string, string | boolean>, opened: Record<string, string | boolean> = {}) =>
  draftToUnfinishedForm({ key, savedAt, value: { values, opened, shopId: 'shop' } })

describe('a form that was left with something typed in it', () => {
  it('is named by what was typed, and knows how to open again', () => {
    expect(of('order-add/shop/any~1', { itemDetails: 'iPhone 12', orderStatusId: orderStatusIdByName.Lead, priority: true, customerId: 'c1' })).toEqual({
      key: 'order-add/shop/any~1',
      savedAt,
      shopId: 'shop',
      noun: 'order',
      title: 'iPhone 12',
      row: undefined,
      dialog: { kind: 'order-add', customerId: undefined },
      text: 'Device details: iPhone 12\nStatus: Lead\nHigh priority: Yes',
    })
    expect(of('order-add/shop/c1', { itemDetails: '' })).toMatchObject({ title: '', dialog: { kind: 'order-add', customerId: 'c1' } })
    expect(of('customer-add/shop~2', { name: 'Ada' })).toMatchObject({ noun: 'customer', title: 'Ada', dialog: { kind: 'customer-add' } })
  })

  it('that changes a row names that row and shows only what was changed', () => {
    expect(of('order-edit/o1~3', { itemDetails: 'iPhone 12', orderNotes: 'call back' }, { itemDetails: 'iPhone 12', orderNotes: '' })).toMatchObject({
      noun: 'change of order',
      title: 'iPhone 12',
      row: { collection: 'orders', id: 'o1' },
      shopId: 'shop',
      text: 'Order notes: call back',
    })
    expect(of('customer-edit/c1~3', { name: 'Ada', customerNotes: 'x' }, { name: 'Ada', customerNotes: '' })?.text).toBe('Customer notes: x')
  })

  it('of two halves shows both', () => {
    const form = draftToUnfinishedForm({
      key: 'customer-order/shop',
      savedAt,
      value: { values: { customer: { name: 'Ada' }, order: { itemDetails: 'iPad' } }, opened: {} },
    })
    expect(form).toMatchObject({ title: 'Ada', text: 'Name: Ada\nDevice details: iPad', dialog: { kind: 'customer-order' } })
  })

  it('that is a line of an order leads to that order', () => {
    const order = { row: { collection: 'orders', id: 'o1' }, dialog: { kind: 'order-edit', orderId: 'o1' } }
    expect(of('task-add/o1~1', { description: 'Call' })).toMatchObject({ noun: 'task of an order', title: 'Call', text: 'Description: Call', ...order })
    expect(of('task-add/shop', { description: 'Sweep' })).toMatchObject({ noun: 'shop task', dialog: { kind: 'task-add' }, row: undefined })
    expect(of('task-edit/t1', { description: 'Call' }, { description: 'Cal' })).toMatchObject({
      noun: 'change of task',
      dialog: { kind: 'task-edit', taskId: 't1' },
    })
    expect(of('payment-add/o1', { amount: '12', text: 'cash', afterTax: false })).toMatchObject({
      noun: 'payment',
      title: '12',
      text: 'Amount: 12\nDescription: cash',
      ...order,
    })
    const edited = of('cost-edit/c1', { amount: '12', text: 'Fan' }, { amount: '10', text: 'Fan' })
    expect(edited).toMatchObject({ noun: 'change of cost', text: 'Amount: 12', row: { collection: 'costs', id: 'c1' }, dialog: undefined })
    expect(rowToDialog({ id: 'c1', orderId: 'o1' })).toEqual({ kind: 'order-edit', orderId: 'o1' })
  })

  it('of the inventory opens where it was typed', () => {
    const inCategory = { row: { collection: 'categories', id: 'k1' } }
    expect(of('product-add/k1', { name: 'OLED', inventoryCount: '3' })).toMatchObject({
      noun: 'product',
      title: 'OLED',
      text: 'Name: OLED\nInventory count: 3',
      row: undefined,
      dialog: { kind: 'product-add', categoryId: 'k1' },
    })
    expect(draftToUnfinishedForm({ key: 'product-add/k1', savedAt, value: { values: { name: 'OLED' }, opened: {} } })).toMatchObject(inCategory)
    expect(of('product-edit/p1', { name: 'OLED', sku: 'O-1' }, { name: 'OLED', sku: '' })).toMatchObject({
      noun: 'change of product',
      text: 'SKU: O-1',
      dialog: { kind: 'product-edit', productId: 'p1' },
    })
    expect(of('category-add/k1', { name: 'Screens', level: 'child' })).toMatchObject({
      noun: 'category',
      title: 'Screens',
      ...inCategory,
      dialog: { kind: 'category-edit', categoryId: 'k1' },
    })
    expect(of('category-edit/k1', { name: 'Panes' }, { name: 'Screens' })).toMatchObject({
      noun: 'change of category',
      text: 'Name: Panes',
      ...inCategory,
      dialog: { kind: 'category-edit', categoryId: 'k1' },
    })
    expect(of('category-root/shop', { name: 'Phones' })).toMatchObject({ noun: 'category', title: 'Phones', shopId: 'shop', dialog: { kind: 'categories' } })
    expect(of('supplier-add/shop', { supplierName: 'Pixels' })).toMatchObject({
      noun: 'supplier',
      title: 'Pixels',
      shopId: 'shop',
      dialog: { kind: 'suppliers', edited: 'new' },
    })
    expect(of('supplier-edit/s1', { supplierName: 'Pixels' })).toMatchObject({
      noun: 'change of supplier',
      row: { collection: 'suppliers', id: 's1' },
      dialog: { kind: 'suppliers', edited: 's1' },
    })
  })

  it('that this version does not know can still be read', () => {
    expect(of('refused/m1~4', { itemDetails: 'Radio' })).toMatchObject({ noun: 'form', dialog: undefined, text: 'Device details: Radio' })
    expect(draftToUnfinishedForm({ key: 'order-add/shop/any', savedAt, value: 'text' })).toBeUndefined()
  })
})
