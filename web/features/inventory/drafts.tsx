import type { Json } from '#schema/values/merge.ts'
import { toText } from '#web/forms/typed-fields.ts'
import { defineDrafts } from '../define-feature.ts'
import { changeOfRow, describeDraft } from '../draft-words.ts'
import { productForm } from './product-form.ts'
import { supplierForm } from './suppliers/supplier-form.ts'
import { laterDialog } from '#web/navigation/later.tsx'
import { menu } from '#web/language/menu-texts.ts'

const AddProductDialog = laterDialog(async () => (await import('./product-dialog.tsx')).AddProductDialog)
const EditProductDialog = laterDialog(async () => (await import('./product-dialog.tsx')).EditProductDialog)
const SupplierDialog = laterDialog(async () => (await import('./suppliers/supplier-dialog.tsx')).SupplierDialog)

declare module '../define-feature.ts' {
  interface RefusedForms {
    'product-add': { categoryId: string }
    'product-edit': { productId: string }
    'supplier-add': {}
    'supplier-edit': { supplierId: string }
  }
}

const productNumbers = ['inventoryCount', 'reorderPoint', 'costPrice', 'salePrice'] as const

export const drafts = defineDrafts({
  draftKinds: {
    // The form offers another category if this one was deleted; only an old draft needs the category to find its shop.
    'product-add': ({ first, draft }) => ({
      noun: menu.draft.product(),
      ...describeDraft('products', draft),
      row: draft.shopId === undefined ? { collection: 'categories', id: first } : undefined,
      dialog: { kind: 'product-add', categoryId: first },
    }),
    'product-edit': changeOfRow('products', (productId) => ({ kind: 'product-edit', productId })),
    'category-add': ({ first, draft }) => ({
      noun: menu.draft.category(),
      ...describeDraft('categories', draft),
      row: { collection: 'categories', id: first },
      dialog: { kind: 'category-edit', categoryId: first },
    }),
    'category-root': ({ first, draft }) => ({
      shopId: first,
      noun: menu.draft.category(),
      ...describeDraft('categories', draft),
      dialog: { kind: 'categories' },
    }),
    'category-edit': changeOfRow('categories', (categoryId) => ({ kind: 'category-edit', categoryId })),
    'supplier-add': ({ first, draft }) => ({
      shopId: first,
      noun: menu.draft.supplier(),
      ...describeDraft('suppliers', draft),
      dialog: { kind: 'suppliers', edited: 'new' },
    }),
    'supplier-edit': changeOfRow('suppliers', (edited) => ({ kind: 'suppliers', edited })),
  },
  corrects: {
    rows: {
      products: {
        shownFields: new Set(Object.values(productForm.rowFields)),
        createToForm: ({ typed, toSource }) =>
          hasProductNumbers(typed) ? { kind: 'product-add', categoryId: toText(typed['categoryHierarchyId'] ?? null), source: toSource(typed) } : undefined,
        updateToForm: ({ id, typed, seen, toSource }) =>
          hasProductNumbers(seen) && hasProductNumbers(typed) ? { kind: 'product-edit', productId: id, source: toSource(typed, seen) } : undefined,
      },
      suppliers: {
        shownFields: new Set(Object.values(supplierForm.rowFields)),
        createToForm: ({ typed, toSource }) => ({ kind: 'supplier-add', source: toSource(typed) }),
        updateToForm: ({ id, typed, seen, toSource }) => ({ kind: 'supplier-edit', supplierId: id, source: toSource(typed, seen) }),
      },
    },
    forms: {
      'product-add': { show: (props, { categoryId }) => <AddProductDialog {...props} categoryId={categoryId} /> },
      'product-edit': {
        needs: ({ productId }) => [{ collection: 'products', id: productId }],
        show: (props, { productId }) => <EditProductDialog {...props} productId={productId} />,
      },
      'supplier-add': { show: (props) => <SupplierDialog {...props} /> },
      'supplier-edit': {
        needs: ({ supplierId }) => [{ collection: 'suppliers', id: supplierId }],
        show: (props, { supplierId }) => <SupplierDialog {...props} supplierId={supplierId} />,
      },
    },
  },
})

/** True when all number fields hold a number or nothing. */
function hasProductNumbers(values: Readonly<Record<string, Json>>): boolean {
  return productNumbers.every((name) => typeof (values[name] ?? 0) === 'number')
}
