import { v5 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { privilegeNames } from '../../privileges.ts'
import { privilegeRows, productColors, productConditions, productTypes, referenceNamespace } from './reference-rows.ts'

const rows = [
  ...productConditions.map((row) => ({ id: row.id, key: `product-condition:${row.conditionName}` })),
  ...productTypes.map((row) => ({ id: row.id, key: `product-type:${row.typeName}` })),
  ...productColors.map((row) => ({ id: row.id, key: `product-color:${row.colorName}` })),
  ...privilegeRows.map((row) => ({ id: row.id, key: `privilege:${row.privilegeName}` })),
]

describe('reference rows', () => {
  it('carry the documented names in the documented order', () => {
    expect(productConditions.map((row) => row.conditionName)).toEqual(['new', 'used', 'refurbished', 'pulled'])
    expect(productTypes.map((row) => row.typeName)).toEqual(['device', 'part', 'accessory', 'tool', 'chemical'])
    expect(productColors.map((row) => row.colorName)).toEqual(['red', 'white', 'blue'])
    expect(privilegeRows.map((row) => row.privilegeName)).toEqual([...privilegeNames])
    expect(privilegeRows).toHaveLength(7)
  })

  it.each(rows)('$key keeps its derived id', ({ id, key }) => {
    expect(id).toBe(v5(key, referenceNamespace))
  })

  it('share no id', () => {
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length)
  })
})
