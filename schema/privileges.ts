export const privilegeNames = [
  'delete_customer',
  'delete_order',
  'view_activity',
  'view_report',
  'view_shop_setting',
  'view_entity_setting',
  'view_app_setting',
] as const

export type Privilege = (typeof privilegeNames)[number]

export const isPrivilege = (name: string): name is Privilege => (privilegeNames as readonly string[]).includes(name)
