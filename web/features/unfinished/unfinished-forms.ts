import type { CollectionName } from '#schema/collections/index.ts'
import type { Json } from '#schema/rules/merge/merge.ts'
import type { DialogRequest } from '#web/navigation/dialogs.ts'
import type { Draft } from '#web/device/storage/stored-draft.ts'
import { draftToText } from '#web/forms/drafts/draft-text.ts'
import { type FormDraft, splitDraft, valueToDraft } from '#web/forms/drafts/form-draft.ts'

/** A form that was left with something typed in it. */
export type UnfinishedForm = {
  key: string
  savedAt: string
  shopId: string | undefined
  /** 'order', 'customer', 'changes to an order'. */
  noun: string
  /** What people know it by; '' while nothing of that is typed. */
  title: string
  /** Opens it again; undefined where this version has no such form, or its row is gone. */
  dialog: DialogRequest | undefined
  /** The row that it changes, which may be gone. */
  row: { collection: CollectionName; id: string } | undefined
  /** What was typed, a line a field. */
  text: string
}

/** What a stored draft is a draft of. Undefined for what is no draft of a form. */
export function draftToUnfinishedForm({ key, value, savedAt }: Draft): UnfinishedForm | undefined {
  const draft = valueToDraft(value)
  if (draft === undefined) return undefined
  const [kind = '', ...ids] = (key.split('~', 1)[0] ?? '').split('/')
  // The pages of settings are addresses of their own and offer what was typed there when they open.
  if (kind === 'settings') return undefined
  const base = { key, savedAt, shopId: draft.shopId, row: undefined, dialog: undefined }
  const [first = '', second] = ids
  switch (kind) {
    case 'order-add': {
      const customerId = second === undefined || second === 'any' ? undefined : second
      return { ...base, shopId: first, noun: 'order', ...describe('orders', draft), dialog: { kind: 'order-add', customerId } }
    }
    case 'customer-add':
      return { ...base, shopId: first, noun: 'customer', ...describe('customers', draft), dialog: { kind: 'customer-add' } }
    case 'customer-order': {
      const { customer, order } = splitDraft(draft, ['customer', 'order'])
      const [ofCustomer, ofOrder] = [describe('customers', customer), describe('orders', order)]
      const text = [ofCustomer.text, ofOrder.text].filter((part) => part !== '').join('\n')
      return { ...base, shopId: first, noun: 'customer with order', title: ofCustomer.title || ofOrder.title, text, dialog: { kind: 'customer-order' } }
    }
    case 'order-edit':
      return {
        ...base,
        noun: 'change of order',
        ...describe('orders', draft),
        row: { collection: 'orders', id: first },
        dialog: { kind: 'order-edit', orderId: first },
      }
    case 'customer-edit':
      return {
        ...base,
        noun: 'change of customer',
        ...describe('customers', draft),
        row: { collection: 'customers', id: first },
        dialog: { kind: 'customer-edit', customerId: first },
      }
    case 'task-add':
      // The line in an order's dialog is kept under the order, the form of the tasks view under the shop.
      if (first === draft.shopId) return { ...base, noun: 'shop task', ...describe('tasks', draft), dialog: { kind: 'task-add' } }
      return { ...base, noun: 'task of an order', ...describe('tasks', draft), ...inOrder(first) }
    case 'task-edit':
      return {
        ...base,
        noun: 'change of task',
        ...describe('tasks', draft),
        row: { collection: 'tasks', id: first },
        dialog: { kind: 'task-edit', taskId: first },
      }
    case 'payment-add':
    case 'cost-add':
      return { ...base, noun: kind === 'cost-add' ? 'cost' : 'payment', ...describeMoney(draft), ...inOrder(first) }
    case 'payment-edit':
    case 'cost-edit': {
      const isCost = kind === 'cost-edit'
      return {
        ...base,
        noun: isCost ? 'change of cost' : 'change of payment',
        ...describeMoney(draft),
        row: { collection: isCost ? 'costs' : 'payments', id: first },
      }
    }
    case 'product-add':
      // Its form lets choose another category where this one is gone; only an old draft needs it to know its shop.
      return {
        ...base,
        noun: 'product',
        ...describe('products', draft),
        row: draft.shopId === undefined ? { collection: 'categories', id: first } : undefined,
        dialog: { kind: 'product-add', categoryId: first },
      }
    case 'product-edit':
      return {
        ...base,
        noun: 'change of product',
        ...describe('products', draft),
        row: { collection: 'products', id: first },
        dialog: { kind: 'product-edit', productId: first },
      }
    case 'category-add':
      return {
        ...base,
        noun: 'category',
        ...describe('categories', draft),
        row: { collection: 'categories', id: first },
        dialog: { kind: 'category-edit', categoryId: first },
      }
    case 'category-root':
      return { ...base, shopId: first, noun: 'category', ...describe('categories', draft), dialog: { kind: 'categories' } }
    case 'category-edit':
      return {
        ...base,
        noun: 'change of category',
        ...describe('categories', draft),
        row: { collection: 'categories', id: first },
        dialog: { kind: 'category-edit', categoryId: first },
      }
    case 'supplier-add':
      return { ...base, shopId: first, noun: 'supplier', ...describe('suppliers', draft), dialog: { kind: 'suppliers', edited: 'new' } }
    case 'supplier-edit':
      return {
        ...base,
        noun: 'change of supplier',
        ...describe('suppliers', draft),
        row: { collection: 'suppliers', id: first },
        dialog: { kind: 'suppliers', edited: first },
      }
    default:
      return {
        ...base,
        noun: 'form',
        title: '',
        text: draftToText('orders', draft) || draftToText('customers', draft) || draftToText('tasks', draft) || describeMoney(draft).text,
      }
  }
}

/** A line that is typed in the dialog of its order. */
const inOrder = (orderId: string): Pick<UnfinishedForm, 'row' | 'dialog'> => ({
  row: { collection: 'orders', id: orderId },
  dialog: { kind: 'order-edit', orderId },
})

/** Where a row is edited that has no dialog of its own: that of its order. */
export function rowToDialog(row: object): DialogRequest | undefined {
  return 'orderId' in row && typeof row.orderId === 'string' ? { kind: 'order-edit', orderId: row.orderId } : undefined
}

function describeMoney({ values: { amount, text }, opened }: FormDraft): { title: string; text: string } {
  const lineOf = (label: string, value: Json | undefined, before: Json | undefined): string[] =>
    typeof value === 'string' && value !== '' && value !== before ? [`${label}: ${value}`] : []
  const lines = [...lineOf('Amount', amount, opened['amount']), ...lineOf('Description', text, opened['text'])]
  return { title: typeof amount === 'string' ? amount.trim() : '', text: lines.join('\n') }
}

const titleField = { orders: 'itemDetails', customers: 'name', tasks: 'description', products: 'name', categories: 'name', suppliers: 'supplierName' } as const

function describe(collection: keyof typeof titleField, draft: FormDraft | undefined): { title: string; text: string } {
  if (draft === undefined) return { title: '', text: '' }
  const title = draft.values[titleField[collection]]
  return { title: typeof title === 'string' ? title.trim() : '', text: draftToText(collection, draft) }
}
