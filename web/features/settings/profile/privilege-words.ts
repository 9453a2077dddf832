import type { Privilege } from '#schema/privileges.ts'
import { t } from './profile-texts.ts'

export const wordsByPrivilege: Readonly<Record<Privilege, string>> = {
  delete_customer: t.privilege.delete_customer(),
  delete_order: t.privilege.delete_order(),
  view_activity: t.privilege.view_activity(),
  view_report: t.privilege.view_report(),
  view_shop_setting: t.privilege.view_shop_setting(),
  view_entity_setting: t.privilege.view_entity_setting(),
  view_app_setting: t.privilege.view_app_setting(),
}

export const privilegesToWords = (privileges: readonly Privilege[]): string =>
  privileges.length === 0 ? t.noPrivileges() : privileges.map((name) => wordsByPrivilege[name]).join(', ')
