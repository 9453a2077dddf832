import { Package } from 'lucide-react'
import { defineFeature } from '../define-feature.ts'
import type { EditedSupplier } from './suppliers/suppliers-dialog.tsx'
import { laterDialog, laterView } from '#web/navigation/later.tsx'
import { menu } from '#web/language/menu-texts.ts'

const EditCategoryDialog = laterDialog(async () => (await import('./categories/edit-category-dialog.tsx')).EditCategoryDialog)
const ManageCategoriesDialog = laterDialog(async () => (await import('./categories/manage-categories-dialog.tsx')).ManageCategoriesDialog)
const InventoryView = laterView(async () => (await import('./inventory-view.tsx')).InventoryView)
const AddProductDialog = laterDialog(async () => (await import('./product-dialog.tsx')).AddProductDialog)
const EditProductDialog = laterDialog(async () => (await import('./product-dialog.tsx')).EditProductDialog)
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
})
