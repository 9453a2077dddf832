import { Package } from 'lucide-react'
import type { Json } from '#schema/values/merge.ts'
import { toText } from '#web/forms/typed-fields.ts'
import { defineFeature } from '../define-feature.ts'
import { changeOfRow, describeDraft } from '../draft-words.ts'
import { productForm } from './product-form.ts'
import { supplierForm } from './suppliers/supplier-form.ts'
import type { EditedSupplier } from './suppliers/suppliers-dialog.tsx'
import { laterDialog, laterView } from '#web/navigation/later.tsx'
import { menu } from '#web/language/menu-texts.ts'

const EditCategoryDialog = laterDialog(async () => (await import('./categories/edit-category-dialog.tsx')).EditCategoryDialog)
const ManageCategoriesDialog = laterDialog(async () => (await import('./categories/manage-categories-dialog.tsx')).ManageCategoriesDialog)
const InventoryView = laterView(async () => (await import('./inventory-view.tsx')).InventoryView)
const AddProductDialog = laterDialog(async () => (await import('./product-dialog.tsx')).AddProductDialog)
const EditProductDialog = laterDialog(async () => (await import('./product-dialog.tsx')).EditProductDialog)
const SupplierDialog = laterDialog(async () => (await import('./suppliers/supplier-dialog.tsx')).SupplierDialog)
const SuppliersDialog = laterDialog(async () => (await import('./suppliers/suppliers-dialog.tsx')).SuppliersDialog)

declare module '#web/navigation/paths.ts' {
  interface DashboardTabs {
    inventory: true
  }
}

declare module '#web/navigation/dialogs.ts' {
  interface DialogRequests {
    'product-add': { categoryId: string }
    'product-edit': { productId: string }
    'category-edit': { categoryId: string }
    categories: {}
    suppliers: { edited?: EditedSupplier | undefined }
  }
}

declare module '../define-feature.ts' {
  interface RefusedForms {
    'product-add': { categoryId: string }
    'product-edit': { productId: string }
    'supplier-add': {}
    'supplier-edit': { supplierId: string }
  }
}

export const inventory = defineFeature({
  name: 'inventory',
  views: [
    {
      tab: 'inventory',
      label: menu.inventory(),
      Icon: Package,
      hotkey: { keys: 'g i', place: 4 },
      show: ({ shop }) => <InventoryView shopId={shop.id} />,
    },
  ],
  dialogs: {
    'product-add': ({ shopId, request: { categoryId }, onClose }) => (
      <AddProductDialog key={categoryId} shopId={shopId} categoryId={categoryId} onClose={onClose} />
    ),
    'product-edit': ({ shopId, request: { productId }, onClose }) => (
      <EditProductDialog key={productId} shopId={shopId} productId={productId} onClose={onClose} />
    ),
    'category-edit': ({ shopId, request: { categoryId }, onClose }) => (
      <EditCategoryDialog key={categoryId} shopId={shopId} categoryId={categoryId} onClose={onClose} />
    ),
    categories: ({ shopId, onClose }) => <ManageCategoriesDialog shopId={shopId} onClose={onClose} />,
    suppliers: ({ shopId, request: { edited }, onClose }) => <SuppliersDialog shopId={shopId} edited={edited} onClose={onClose} />,
  },
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

const productNumbers = ['inventoryCount', 'reorderPoint', 'costPrice', 'salePrice'] as const

/** True when all number fields hold a number or nothing. */
function hasProductNumbers(values: Readonly<Record<string, Json>>): boolean {
  return productNumbers.every((name) => typeof (values[name] ?? 0) === 'number')
}
