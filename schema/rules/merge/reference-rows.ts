import { privilegeNames, type Privilege } from '../../privileges.ts'

/**
 * Namespace of all reference rows' ids: uuid v5 of `<kind>:<name>`, kinds order-status, product-condition,
 * product-type, product-color and privilege. Stored rows refer to the ids: never change one.
 */
export const referenceNamespace = 'a1bb6a18-7cd9-400f-9543-e140963e7e5a'

export const productConditions = [
  { id: '450e30c1-5330-5169-b81a-7c64f75df7d6', conditionName: 'new' },
  { id: '85fdfeaf-db23-5bf3-ac71-3e38818ec9bf', conditionName: 'used' },
  { id: 'c9f38cae-1dd8-57f3-a76c-7cd6eea41dad', conditionName: 'refurbished' },
  { id: '9fd9798a-49c6-5415-850b-938a7585540a', conditionName: 'pulled' },
] as const

export const productTypes = [
  { id: '070afa54-f5e2-5807-bf3f-6d45ae0b75c3', typeName: 'device' },
  { id: '804f9299-f2de-5103-afde-81df54b4d1bd', typeName: 'part' },
  { id: 'ef2a59cb-917e-5a31-810a-9a37a801c4d8', typeName: 'accessory' },
  { id: 'a31e68fa-2baf-58a1-b5fd-2273f96ab637', typeName: 'tool' },
  { id: '6a2417a1-4be8-5378-b8ea-6b24ee7d13a0', typeName: 'chemical' },
] as const

export const productColors = [
  { id: 'a3694348-cc27-53cc-b8c6-83d73566de31', colorName: 'red' },
  { id: '177cced8-b62f-5fc8-b79f-1deda309ca3a', colorName: 'white' },
  { id: '05e6b68e-976c-52c8-8291-da412459eb55', colorName: 'blue' },
] as const

const privilegeIdByName: Readonly<Record<Privilege, string>> = {
  delete_customer: 'ffa80e87-84d1-5d0e-aeda-f1c49aa0efd8',
  delete_order: '825d4b3a-dff1-525c-8d3f-f89d4e0f8303',
  view_activity: 'cbcac3f5-8356-58ff-bf57-6a18b1ae6f07',
  view_report: '14b857a5-5f64-5756-8861-5a223bc82644',
  view_shop_setting: 'a2dc820d-5f71-5a5f-92bc-be2c40a59410',
  view_entity_setting: 'c1faffdc-7880-5abf-b1be-fe6259b05c5e',
  view_app_setting: '42ae3ec8-8f39-5270-a3b4-19a5a896ef4c',
}

/** In the order of privilegeNames. */
export const privilegeRows: readonly { id: string; privilegeName: Privilege }[] = privilegeNames.map((privilegeName) => ({
  id: privilegeIdByName[privilegeName],
  privilegeName,
}))
