import { zodResolver } from '@hookform/resolvers/zod'
import type { FormEvent } from 'react'
import type { Product } from '#schema/collections/products.ts'
import { pickChanges } from '#schema/forms/checked-by.ts'
import { newProductForm, newProductFormSchema, type ProductForm, productFormSchema, productFormToValues, productToForm, type ProductValues } from '#schema/forms/product.ts'
import { notifyFailure, runAction } from '#web/app/notify.ts'
import { draftToText } from '#web/fields/draft-text.ts'
import { FormDialog } from '#web/fields/form-dialog.tsx'
import { type FormDialogRequest, type FormOpening, useEditedRow, useFormOpening } from '#web/fields/form-opening.ts'
import { MissingRow } from '#web/fields/missing-row.tsx'
import { NothingSelected } from '#web/fields/nothing-selected.tsx'
import { useFormWrite } from '#web/fields/refused-source.ts'
import { RowNews } from '#web/fields/row-news.tsx'
import { useAddForm } from '#web/fields/use-add-form.ts'
import { useEditForm } from '#web/fields/use-edit-form.ts'
import { ProductFields, reportUnreadable } from './product-fields.tsx'
import { productChangeToText, productFormToText } from './product-texts.ts'
import { useCategories } from './use-inventory.ts'
import { useProductWords } from './use-product-words.ts'

const usePathText = (shopId: string, categoryId: string): string | undefined => useCategories(shopId).nodeById.get(categoryId)?.path.join(' / ')

/** 'Add Product Inventory' in the category that it was asked in (INV-13, INV-18). */
export function AddProductDialog({ categoryId, ...request }: FormDialogRequest & { categoryId: string }) {
  const opening = useFormOpening(request, `product-add/${categoryId}`)
  if (opening === undefined) return null
  return <AddProductForm opening={opening} categoryId={categoryId} />
}

function AddProductForm({ opening, categoryId }: { opening: FormOpening; categoryId: string }) {
  const { shopId, refused } = opening
  const write = useFormWrite(shopId, refused)
  const words = useProductWords(shopId)
  const { form, shell } = useAddForm<ProductForm>(opening, { resolver: zodResolver(newProductFormSchema), makeEmpty: newProductForm })

  const save = form.handleSubmit(async (typed) => {
    const outcome = await runAction({
      run: () => write([{ action: 'create', collection: 'products', id: refused?.rowIds[0], values: { ...productFormToValues(typed), categoryHierarchyId: categoryId } }]),
      success: 'Product added successfully',
      failure: 'Failed to add product',
    })
    await shell.settle(outcome)
  })
  return (
    <FormDialog title="Add Product Inventory" description={usePathText(shopId, categoryId)} size="md" shell={shell} onSubmit={ifReadable(form, save)} submitText="Add Product">
      <ProductFields form={form} words={words} withSku={false} />
    </FormDialog>
  )
}

/** 'Edit Product Inventory' (INV-12). */
export function EditProductDialog({ productId, ...request }: FormDialogRequest & { productId: string }) {
  const opening = useFormOpening(request, `product-edit/${productId}`)
  const edited = useEditedRow('products', productId)
  if (opening === undefined || edited.state === 'loading') return null
  if (edited.first === undefined) return <UnknownProduct opening={opening} />
  return <EditProductForm opening={opening} first={edited.first} row={edited.row} />
}

/** ERR-74; what was typed is shown all the same. */
function UnknownProduct({ opening: { draft, onClose } }: { opening: FormOpening }) {
  return (
    <>
      <NothingSelected
        onMount={() => {
          notifyFailure('Error', 'Failed to load product details')
          if (draft === undefined) onClose()
        }}
      />
      {draft !== undefined && <MissingRow text="Failed to load product details" typed={draftToText('products', draft)} onClose={onClose} />}
    </>
  )
}

const pickValues = (product: ProductValues): ProductValues => {
  const { name, supplierId, conditionId, typeId, colorId, sku, inventoryCount, reorderPoint, costPrice, salePrice, description } = product
  return { name, supplierId, conditionId, typeId, colorId, sku, inventoryCount, reorderPoint, costPrice, salePrice, description }
}

function EditProductForm({ opening, first, row }: { opening: FormOpening; first: Product; row: Product | undefined }) {
  const { shopId, refused } = opening
  const write = useFormWrite(shopId, refused)
  const words = useProductWords(shopId)
  const { form, shell, edit } = useEditForm<ProductForm, ProductValues>(opening, { resolver: zodResolver(productFormSchema), first, row, pickValues, valuesToForm: productToForm })

  const save = form.handleSubmit(async (typed) => {
    const outcome = await runAction({
      // With what the person saw, so that the count goes as a difference (AMB-44).
      run: () => write([{ action: 'update', collection: 'products', id: first.id, values: pickChanges(productFormToValues(edit.openedForm), productFormToValues(typed)), seen: edit.opened }]),
      success: 'Product updated successfully',
      failure: 'Failed to update product',
    })
    await shell.settle(outcome)
  })
  return (
    <FormDialog
      title="Edit Product Inventory"
      description={usePathText(shopId, first.categoryHierarchyId)}
      size="md"
      shell={shell}
      onSubmit={ifReadable(form, save)}
      submitText="Update Product"
      cannotSubmit={row === undefined}
      news={<RowNews noun="product" edit={edit} changeToText={(stored, field) => productChangeToText(stored, field, words)} readText={() => productFormToText(form.getValues(), words)} />}
    >
      <ProductFields form={form} words={words} withSku />
    </FormDialog>
  )
}

const ifReadable =
  (form: Parameters<typeof reportUnreadable>[0], save: (event: FormEvent<HTMLFormElement>) => Promise<void>) =>
  (event: FormEvent<HTMLFormElement>): void => {
    if (!reportUnreadable(form, event.currentTarget)) void save(event)
  }
