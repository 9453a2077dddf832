import type { Privilege } from '#schema/privileges.ts'

export const wordsByPrivilege: Readonly<Record<Privilege, string>> = {
  delete_customer: 'Delete customers',
  delete_order: 'Delete orders',
  view_activity: 'View activities',
  view_report: 'View reports',
  view_shop_setting: 'Shop settings',
  view_entity_setting: 'Entity settings',
  view_app_setting: 'App settings',
}

export const privilegesToWords = (privileges: readonly Privilege[]): string =>
  privileges.length === 0 ? 'No privileges' : privileges.map((name) => wordsByPrivilege[name]).join(', ')
