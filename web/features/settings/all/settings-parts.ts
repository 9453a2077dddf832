import type { Privilege } from '#schema/privileges.ts'
import { settingsPaths } from '#web/navigation/paths.ts'
import { settings } from './settings-texts.ts'

/** The entries of Settings. `privilege`: any of these shows the entry; none shows it to everybody. */
export const settingsParts = [
  { id: 'shop', label: settings.parts.shop(), privileges: ['view_shop_setting'] },
  { id: 'taxes', label: settings.parts.taxes(), privileges: [] },
  { id: 'prices', label: settings.parts.prices(), privileges: [] },
  { id: 'papers', label: settings.parts.papers(), privileges: ['view_shop_setting'] },
  { id: 'statuses', label: settings.parts.statuses(), privileges: [] },
  { id: 'messages', label: settings.parts.messages(), privileges: ['view_shop_setting'] },
  { id: 'customer-page', label: settings.parts.customerPage(), privileges: [] },
  { id: 'team', label: settings.parts.team(), privileges: ['view_app_setting'] },
  { id: 'import', label: settings.parts.import(), privileges: ['view_shop_setting'] },
  { id: 'webhooks', label: settings.parts.webhooks(), privileges: [] },
  { id: 'backups', label: settings.parts.backups(), privileges: ['view_app_setting'] },
  { id: 'companies', label: settings.parts.companies(), privileges: ['view_app_setting', 'view_entity_setting'] },
] as const satisfies readonly { id: string; label: string; privileges: readonly Privilege[] }[]

export type SettingsPart = (typeof settingsParts)[number]

export type SettingsPartId = SettingsPart['id']

export const listPermittedParts = (hasPrivilege: (privilege: Privilege) => boolean): readonly SettingsPart[] =>
  settingsParts.filter(({ privileges }) => privileges.length === 0 || privileges.some(hasPrivilege))

/** `part` of the address, such as `?part=taxes`; 'all' is the list alone on a phone, and undefined the documented page. */
export const readPart = (search: string): string | undefined => new URLSearchParams(search).get('part') ?? undefined

export const partToPath = (id: SettingsPartId | 'all'): string => `${settingsPaths.shopSettings}?part=${id}`
