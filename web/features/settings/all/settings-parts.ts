import type { Privilege } from '#schema/privileges.ts'
import { settingsPaths } from '#web/navigation/paths.ts'

/** The entries of Settings. `privilege`: any of these shows the entry; none shows it to everybody. */
export const settingsParts = [
  { id: 'shop', label: 'Shop', privileges: ['view_shop_setting'] },
  { id: 'taxes', label: 'Taxes and money', privileges: [] },
  { id: 'prices', label: 'Price list', privileges: [] },
  { id: 'papers', label: 'Numbers and papers', privileges: ['view_shop_setting'] },
  { id: 'statuses', label: 'Statuses and checklists', privileges: [] },
  { id: 'messages', label: 'Messages', privileges: ['view_shop_setting'] },
  { id: 'customer-page', label: 'Customer page', privileges: [] },
  { id: 'team', label: 'Team', privileges: ['view_app_setting'] },
  { id: 'import', label: 'Import and export', privileges: ['view_shop_setting'] },
  { id: 'webhooks', label: 'Webhooks and tokens', privileges: [] },
  { id: 'backups', label: 'Backups', privileges: ['view_app_setting'] },
  { id: 'companies', label: 'Companies', privileges: ['view_app_setting', 'view_entity_setting'] },
] as const satisfies readonly { id: string; label: string; privileges: readonly Privilege[] }[]

export type SettingsPart = (typeof settingsParts)[number]

export type SettingsPartId = SettingsPart['id']

export const listPermittedParts = (hasPrivilege: (privilege: Privilege) => boolean): readonly SettingsPart[] =>
  settingsParts.filter(({ privileges }) => privileges.length === 0 || privileges.some(hasPrivilege))

/** `part` of the address, such as `?part=taxes`; 'all' is the list alone on a phone, and undefined the documented page. */
export const readPart = (search: string): string | undefined => new URLSearchParams(search).get('part') ?? undefined

export const partToPath = (id: SettingsPartId | 'all'): string => `${settingsPaths.shopSettings}?part=${id}`
