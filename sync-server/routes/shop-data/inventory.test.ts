import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { productColors, productConditions, productTypes } from '#schema/rules/merge/reference-rows.ts'
import { nextHeads, openOffice } from '../../testing/test-office.ts'
import { expectRefusal, nowhere, rowOf, rowsOf, type Row } from '../../testing/test-shop.ts'

const office = await openOffice()
afterAll(() => office.close())
beforeEach(() => office.clock.advance(1000))

const addCategory = async (name: string, parentId: string | null = null): Promise<string> =>
  rowOf(await office.ann.post(`${office.api}/categories`, { name, parentId })).id
const treeOf = async () => rowsOf(await office.ann.get(`${office.api}/categories`))
const branchOf = async (name: string): Promise<Row | undefined> => (await treeOf()).find((branch) => branch['name'] === name)
const patch = (id: string, body: object) => office.ann.send('PATCH', `${office.api}/categories/${id}`, { body })

describe('categories', () => {
  test('are made, renamed, moved and deleted; the list is a tree', async () => {
    const stream = await office.openLive(office.max)
    const phones = rowOf(await office.ann.post(`${office.api}/categories`, { name: ' Phones ', parentId: null }))
    expect(phones).toMatchObject({ id: expect.any(String), name: 'Phones', parentId: null, shopId: office.shopId })
    await nextHeads(stream, [office.shopId], 'categories')
    const screens = await addCategory('Screens', phones.id)
    expect(await branchOf('Phones')).toEqual({
      id: phones.id,
      name: 'Phones',
      parentId: null,
      children: [{ id: screens, name: 'Screens', parentId: phones.id, children: [] }],
    })
    expect(rowOf(await office.ann.put(`${office.api}/categories/${screens}`, { name: 'Displays' }))).toMatchObject({ name: 'Displays', parentId: phones.id })
    expect(rowOf(await patch(screens, { parentId: null }))).toMatchObject({ name: 'Displays', parentId: null })
    expect(rowOf(await patch(screens, { parentId: phones.id }))).toMatchObject({ parentId: phones.id })
    const refused = await office.ann.delete(`${office.api}/categories/${phones.id}`)
    expectRefusal(refused, 409, 'This category still holds categories.')
    expect(refused.json).toMatchObject({ code: 'FOREIGN_KEY_VIOLATION' })
    expect(await office.ann.delete(`${office.api}/categories/${screens}`)).toMatchObject({ status: 200, json: {} })
    rowOf(await office.ann.delete(`${office.api}/categories/${phones.id}`))
    expect(await branchOf('Phones')).toBeUndefined()
    expectRefusal(await office.ann.put(`${office.api}/categories/${nowhere}`, { name: 'X' }), 404, 'Category not found')
  })

  test('never lie below themselves, also when two moves that were fine come at once', async () => {
    const [top, middle, low] = [await addCategory('Top'), await addCategory('Middle'), await addCategory('Low')]
    rowOf(await patch(middle, { parentId: top }))
    rowOf(await patch(low, { parentId: middle }))
    const message = 'Cannot move a category to be a child of its own descendant'
    for (const parentId of [top, middle, low]) expectRefusal(await patch(top, { parentId }), 409, message)
    const [one, two] = [await addCategory('One'), await addCategory('Two')]
    const answers = await Promise.all([patch(one, { parentId: two }), patch(two, { parentId: one })])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expectRefusal(answers.find(({ status }) => status !== 200) ?? answers[0], 409, message)
  })

  test.each([
    ['POST', '', {}, 'Category name is required'],
    ['POST', '', { name: ' ' }, 'Category name is required'],
    ['POST', '', { name: 'X', parentId: nowhere }, 'Parent does not exist in this shop'],
    ['POST', '', { name: 'X', parentId: 'top' }, 'Parent is not valid'],
    ['PUT', '/:id', { name: '' }, 'Category name is required'],
    ['PUT', '/:id', { name: 'X', parentId: null }, "Unknown field 'parentId'"],
    ['PATCH', '/:id', { parentId: nowhere }, 'Parent does not exist in this shop'],
    ['PATCH', '/:id', { parentId: null, name: 'X' }, "Unknown field 'name'"],
  ])('%s categories%s %j is refused: %s', async (method, path, body, message) => {
    const id = await addCategory('Target')
    expectRefusal(await office.ann.send(method, `${office.api}/categories${path.replace(':id', id)}`, { body }), 400, message)
  })

  test('of another shop cannot be a parent', async () => {
    const { id } = rowOf(await office.bob.post(`/api/${office.otherShopId}/categories`, { name: 'Foreign', parentId: null }))
    expectRefusal(await office.ann.post(`${office.api}/categories`, { name: 'X', parentId: id }), 400, 'Parent does not exist in this shop')
    expectRefusal(await patch(await addCategory('Own'), { parentId: id }), 400, 'Parent does not exist in this shop')
    expectRefusal(
      await office.ann.post(`${office.api}/categories/bulk`, { categoryTree: { name: 'X' }, targetParentId: id }),
      400,
      'Parent does not exist in this shop',
      ['targetParentId'],
    )
  })
})

describe('pasted categories', () => {
  const paste = (body: object) => office.ann.post(`${office.api}/categories/bulk`, body)

  test('are made anew by name with all below them, and counted', async () => {
    const target = await addCategory('Paste target')
    const categoryTree = {
      id: nowhere,
      name: 'Copied',
      parentId: nowhere,
      children: [
        { id: nowhere, name: 'A', children: [{ name: 'A1' }] },
        { name: 'B', children: [] },
      ],
    }
    expect(rowOf(await paste({ categoryTree, targetParentId: target }))).toEqual({ count: 4 })
    expect(rowOf(await paste({ categoryTree: [{ name: 'Root copy 1' }, { name: 'Root copy 2' }], targetParentId: null }))).toEqual({ count: 2 })
    const branch = await branchOf('Paste target')
    expect(branch?.['children']).toMatchObject([{ name: 'Copied', parentId: target, children: [{ name: 'A', children: [{ name: 'A1' }] }, { name: 'B' }] }])
    expect(JSON.stringify(branch)).not.toContain(nowhere)
    expect(await branchOf('Root copy 2')).toMatchObject({ parentId: null })
  })

  test('are all there or none', async () => {
    const before = JSON.stringify(await treeOf())
    expectRefusal(
      await paste({ categoryTree: { name: 'Whole', children: [{ name: 'Good' }, { name: ' ' }] }, targetParentId: null }),
      400,
      'Category name is required',
      ['name'],
    )
    expectRefusal(await paste({ categoryTree: { name: 'Whole' }, targetParentId: nowhere }), 400, 'Parent does not exist in this shop', ['targetParentId'])
    const many = Array.from({ length: 501 }, (_, number) => ({ name: `C${number}` }))
    for (const categoryTree of [undefined, null, [], 'text', many])
      expectRefusal(await paste({ categoryTree, targetParentId: null }), 400, 'Copy between 1 and 500 categories', ['categoryTree'])
    expect(JSON.stringify(await treeOf())).toBe(before)
  })
})

describe('products', () => {
  let categoryId: string
  beforeAll(async () => {
    categoryId = await addCategory('Product shelf')
  })
  const address = () => `${office.api}/products`

  test('are made, read and changed; none of supplier, condition, type and color is empty', async () => {
    const supplier = rowOf(await office.ann.post(`${office.api}/suppliers`, { supplierName: 'Parts Inc' }))
    const details = { supplierId: supplier.id, conditionId: productConditions[0].id, typeId: productTypes[1].id, colorId: productColors[2].id }
    const product = rowOf(
      await office.ann.post(address(), {
        name: ' Screen ',
        categoryHierarchyId: categoryId,
        ...details,
        inventoryCount: 3,
        reorderPoint: 2,
        costPrice: '10.5',
        salePrice: 20,
        description: 'OLED',
      }),
    )
    expect(product).toMatchObject({
      name: 'Screen',
      categoryHierarchyId: categoryId,
      ...details,
      sku: null,
      inventoryCount: 3,
      reorderPoint: 2,
      costPrice: 10.5,
      salePrice: 20,
      description: 'OLED',
      shopId: office.shopId,
    })
    expect(rowOf(await office.ann.get(`${address()}/${product.id}`))).toEqual(product)
    const changed = rowOf(
      await office.ann.put(`${address()}/${product.id}`, {
        ...product,
        supplierId: '',
        conditionId: '',
        typeId: '',
        colorId: null,
        sku: 'S-1',
        inventoryCount: 5,
        costPrice: '',
      }),
    )
    expect(changed).toMatchObject({
      supplierId: null,
      conditionId: null,
      typeId: null,
      colorId: null,
      sku: 'S-1',
      inventoryCount: 5,
      costPrice: null,
      salePrice: 20,
      name: 'Screen',
    })
    expect(rowsOf(await office.ann.get(address()))).toContainEqual(changed)
    expect(rowOf(await office.ann.post(address(), { name: 'Bare', categoryHierarchyId: categoryId }))).toMatchObject({
      inventoryCount: 0,
      reorderPoint: 0,
      costPrice: null,
      supplierId: null,
    })
    expect((await office.ann.get(`${address()}/${nowhere}`)).status).toBe(404)
    expect((await office.ann.delete(`${address()}/${product.id}`)).status).toBe(405)
    expectRefusal(await office.ann.delete(`${office.api}/categories/${categoryId}`), 409, 'This category still holds products.')
  })

  const countText = 'Inventory count must be a positive integer'
  const reorderText = 'Reorder point must be a positive integer'
  test.each([
    [{ name: '' }, 'Product name is required'],
    [{ name: undefined }, 'Product name is required'],
    [{ inventoryCount: -1 }, countText],
    [{ inventoryCount: 1.5 }, countText],
    [{ inventoryCount: 'many' }, countText],
    [{ reorderPoint: -1 }, reorderText],
    [{ reorderPoint: '' }, reorderText],
    [{ costPrice: -1 }, 'Cost price must be a valid positive number'],
    [{ costPrice: 'cheap' }, 'Cost price must be a valid positive number'],
    [{ salePrice: 1.234 }, 'Sale price must be a valid positive number'],
    [{ categoryHierarchyId: undefined }, 'Category is required'],
    [{ categoryHierarchyId: nowhere }, 'Category does not exist in this shop'],
    [{ supplierId: nowhere }, 'Supplier does not exist in this shop'],
    [{ conditionId: nowhere }, 'Condition does not exist in this shop'],
  ])('%j is refused: %s', async (more, message) => {
    expectRefusal(await office.ann.post(address(), { name: 'P', categoryHierarchyId: categoryId, ...more }), 400, message)
  })

  test('stand in the hierarchy with pieces counted here and below', async () => {
    const top = await addCategory('Stock')
    const below = await addCategory('Below', top)
    const direct = rowOf(await office.ann.post(address(), { name: 'D', categoryHierarchyId: top, inventoryCount: 2 }))
    rowOf(await office.ann.post(address(), { name: 'E', categoryHierarchyId: below, inventoryCount: 5 }))
    const tree = rowsOf(await office.ann.get(`${office.api}/category-hierarchy-inventory`))
    expect(tree.find(({ name }) => name === 'Stock')).toEqual({
      name: 'Stock',
      categoryId: top,
      products: [direct],
      hasDirectProducts: true,
      directInventoryCount: 2,
      cumulativeInventoryCount: 7,
      children: [
        {
          name: 'Below',
          categoryId: below,
          products: [expect.objectContaining({ name: 'E' })],
          hasDirectProducts: true,
          directInventoryCount: 5,
          cumulativeInventoryCount: 5,
          children: [],
        },
      ],
    })
  })

  test('are moved to another category, and archived: then they are out of the hierarchy and its sums, and no older PUT brings them back', async () => {
    const [from, to] = [await addCategory('Moved from'), await addCategory('Moved to')]
    const { id } = rowOf(await office.ann.post(address(), { name: 'Wanderer', categoryHierarchyId: from, inventoryCount: 4 }))
    expect(rowOf(await office.ann.put(`${address()}/${id}`, { categoryHierarchyId: to }))).toMatchObject({
      categoryHierarchyId: to,
      inventoryCount: 4,
      archived: false,
    })
    expectRefusal(await office.ann.put(`${address()}/${id}`, { categoryHierarchyId: nowhere }), 400, 'Category does not exist in this shop', [
      'categoryHierarchyId',
    ])
    expectRefusal(await office.ann.put(`${address()}/${id}`, { archived: 'yes' }), 400, 'Archived must be true or false', ['archived'])
    const nodeOf = async () => rowsOf(await office.ann.get(`${office.api}/category-hierarchy-inventory`)).find(({ categoryId: node }) => node === to)
    expect(await nodeOf()).toMatchObject({ cumulativeInventoryCount: 4 })
    rowOf(await office.ann.put(`${address()}/${id}`, { archived: true }))
    expect(rowOf(await office.ann.put(`${address()}/${id}`, { inventoryCount: 3 }))).toMatchObject({ archived: true, inventoryCount: 3 })
    expect(await nodeOf()).toMatchObject({ products: [], hasDirectProducts: false, directInventoryCount: 0, cumulativeInventoryCount: 0 })
    expect(rowsOf(await office.ann.get(address()))).toContainEqual(expect.objectContaining({ id, archived: true }))
    expect(rowOf(await office.ann.put(`${address()}/${id}`, { archived: false }))).toMatchObject({ archived: false })
    expect(await nodeOf()).toMatchObject({ cumulativeInventoryCount: 3 })
  })

  test('let their category go once all of them are archived, and come back only into one that is there', async () => {
    const [shelf, other] = [await addCategory('Old shelf'), await addCategory('New shelf')]
    const [one, two] = [
      rowOf(await office.ann.post(address(), { name: 'One', categoryHierarchyId: shelf })),
      rowOf(await office.ann.post(address(), { name: 'Two', categoryHierarchyId: shelf })),
    ]
    const change = (id: string, body: object) => office.ann.put(`${address()}/${id}`, body)
    rowOf(await change(one.id, { archived: true }))
    expectRefusal(await office.ann.delete(`${office.api}/categories/${shelf}`), 409, 'This category still holds products.')
    rowOf(await change(two.id, { archived: true }))
    rowOf(await office.ann.delete(`${office.api}/categories/${shelf}`))
    expect(rowOf(await change(one.id, { inventoryCount: 7 }))).toMatchObject({ archived: true, inventoryCount: 7, categoryHierarchyId: shelf })
    const gone = 'Category was deleted in the meantime'
    expectRefusal(await change(one.id, { archived: false }), 400, gone, ['categoryHierarchyId'])
    expect(rowOf(await change(one.id, { archived: false, categoryHierarchyId: other }))).toMatchObject({ archived: false, categoryHierarchyId: other })
    expectRefusal(await office.ann.post(address(), { name: 'Three', categoryHierarchyId: shelf, archived: true }), 400, gone, ['categoryHierarchyId'])
    expectRefusal(await office.ann.delete(`${office.api}/categories/${other}`), 409, 'This category still holds products.')
  })

  test('have their conditions, types and colors to choose from, for whoever is signed in', async () => {
    expect(rowsOf(await office.ned.client.get('/api/product-conditions')).map(({ conditionName }) => conditionName)).toEqual([
      'new',
      'used',
      'refurbished',
      'pulled',
    ])
    expect(rowsOf(await office.ned.client.get('/api/product-types')).map(({ typeName }) => typeName)).toEqual([
      'device',
      'part',
      'accessory',
      'tool',
      'chemical',
    ])
    expect(rowsOf(await office.ned.client.get('/api/product-colors')).map(({ colorName }) => colorName)).toEqual(['red', 'white', 'blue'])
  })
})

describe('suppliers', () => {
  const address = () => `${office.api}/suppliers`

  test('are made, changed, listed by name, and deleted unless a product names them', async () => {
    const fields = { supplierName: 'Zeta', contactName: 'Zed', email: 'z@example.com', countryCode: '+1', phone: '5550001', address: 'Street', notes: 'Slow' }
    const supplier = rowOf(await office.ann.post(address(), fields))
    expect(supplier).toMatchObject(fields)
    expect(rowOf(await office.ann.put(`${address()}/${supplier.id}`, { supplierName: 'Alpha', notes: '' }))).toMatchObject({
      supplierName: 'Alpha',
      notes: null,
      phone: '5550001',
    })
    expect(rowsOf(await office.ann.get(address()))[0]).toMatchObject({ id: supplier.id })
    const product = rowOf(
      await office.ann.post(`${office.api}/products`, { name: 'P', categoryHierarchyId: await addCategory('Supplied'), supplierId: supplier.id }),
    )
    const refused = await office.ann.delete(`${address()}/${supplier.id}`)
    expectRefusal(refused, 409, 'Products still name this supplier.')
    expect(refused.json).toMatchObject({ code: 'FOREIGN_KEY_VIOLATION' })
    rowOf(await office.ann.put(`${office.api}/products/${product.id}`, { supplierId: null }))
    expect(await office.ann.delete(`${address()}/${supplier.id}`)).toMatchObject({ status: 200, json: {} })
  })

  test('need a name and valid contact data', async () => {
    for (const body of [{}, { supplierName: ' ' }]) expectRefusal(await office.ann.post(address(), body), 400, 'Supplier name is required', ['supplierName'])
    expectRefusal(await office.ann.post(address(), { supplierName: 'S', email: 'x' }), 400, 'Invalid email format', ['email'])
    expectRefusal(await office.ann.post(address(), { supplierName: 'S', phone: '1' }), 400, 'Phone must contain only digits, 6-15 characters', ['phone'])
    const withoutCode = 'Please provide a country code when entering a phone number.'
    expectRefusal(await office.ann.post(address(), { supplierName: 'S', phone: '5550001' }), 400, withoutCode, ['countryCode'])
    const supplier = rowOf(await office.ann.post(address(), { supplierName: 'S', countryCode: '+1', phone: '5550001' }))
    expectRefusal(await office.ann.put(`${address()}/${supplier.id}`, { countryCode: '' }), 400, withoutCode, ['countryCode'])
    expect(rowOf(await office.ann.put(`${address()}/${supplier.id}`, { countryCode: '', phone: '' }))).toMatchObject({ countryCode: null, phone: null })
  })
})
