import { describe, expect, it } from 'vitest'
import { addProductForm, editProductForm, newProductForm, type ProductForm, productForm } from './product-form.ts'

const categoryId = '0190f0f0-0000-7000-8000-000000000001'
const form = (values: Partial<ProductForm> = {}): ProductForm => ({ ...newProductForm(categoryId), name: 'OLED', ...values })
const messages = (schema: typeof productForm.schema, values: Partial<ProductForm>) =>
  schema.safeParse(form(values)).error?.issues.map(({ path, message }) => [path.join(), message])

describe('the form of a product', () => {
  it.each([
    [{ name: '  ' }, [['name', 'Product name is required']]],
    [{ categoryHierarchyId: '' }, [['categoryHierarchyId', 'Category is required']]],
    [{ inventoryCount: '-1' }, [['inventoryCount', 'Inventory count must be a positive integer']]],
    [{ inventoryCount: '1.5' }, [['inventoryCount', 'Inventory count must be a positive integer']]],
    [{ reorderPoint: 'x' }, [['reorderPoint', 'Reorder point must be a positive integer']]],
    [{ costPrice: '-1' }, [['costPrice', 'Cost price must be a valid positive number']]],
    [{ salePrice: '1.005' }, [['salePrice', 'Sale price must be a valid positive number']]],
    [{ inventoryCount: '0', reorderPoint: '0', costPrice: '0', salePrice: '' }, undefined],
  ])('says what is wrong with %j', (values, expected) => {
    expect(messages(productForm.schema, values)).toEqual(expected)
    expect(messages(addProductForm.schema, values)).toEqual(expected)
  })

  it('leaves a count alone that lines took below 0, and takes a new one only from 0 (LINE-02)', () => {
    const held = editProductForm(-2)
    expect(messages(held.schema, { inventoryCount: '-2' })).toBeUndefined()
    expect(held.toChanges(form({ inventoryCount: '-2' }), form({ inventoryCount: '-2', sku: 'S' }))).toEqual({ sku: 'S' })
    expect(held.toChanges(form({ inventoryCount: '-2' }), form({ inventoryCount: '4' }))).toEqual({ inventoryCount: 4 })
    for (const typed of ['-1', '-3', '']) expect(messages(held.schema, { inventoryCount: typed })).toHaveLength(1)
    expect(messages(editProductForm(0).schema, { inventoryCount: '-2' })).toHaveLength(1)
  })

  it('needs its counts when it is edited, and has defaults for a new product', () => {
    expect(messages(productForm.schema, { inventoryCount: '' })).toEqual([['inventoryCount', 'Inventory count must be a positive integer']])
    expect(messages(addProductForm.schema, { inventoryCount: '', reorderPoint: '' })).toBeUndefined()
    expect(addProductForm.toValues(form({ inventoryCount: '', reorderPoint: '' }))).toMatchObject({ inventoryCount: 0, reorderPoint: 2 })
    expect(newProductForm(categoryId)).toMatchObject({ categoryHierarchyId: categoryId, inventoryCount: '0', reorderPoint: '2', sku: '', archived: false })
  })

  it('gives none as null and comes back as it was', () => {
    const values = addProductForm.toValues(form({ costPrice: '12.5', description: 'Soft\n' }))
    expect(values).toEqual({
      name: 'OLED',
      categoryHierarchyId: categoryId,
      archived: false,
      supplierId: null,
      conditionId: null,
      typeId: null,
      colorId: null,
      sku: null,
      barcode: null,
      supplierSku: null,
      location: null,
      inventoryCount: 0,
      reorderPoint: 2,
      costPrice: 12.5,
      salePrice: null,
      taxRateId: null,
      description: 'Soft\n',
    })
    expect(productForm.toForm(values)).toEqual(form({ costPrice: '12.50', description: 'Soft\n' }))
  })
})
