import type { OwnSessionAnswer } from '#schema/api/account.ts'
import type { EntityShopMappingAnswer } from '#schema/api/answers/administration-answers.ts'
import type { ApiTokenAnswer } from '#schema/api/tokens.ts'
import type { CsvTable } from '#web/list-kit/csv-button.tsx'
import { privilegesToWords } from '../profile/privilege-words.ts'
import { common } from '#web/language/common-texts.ts'
import { settings } from '../all/settings-texts.ts'

type LinkedShop = Pick<EntityShopMappingAnswer, 'shop_code' | 'shop_name' | 'shop_description'>

export const linkedShopsToTable = (shops: readonly LinkedShop[]): CsvTable => ({
  header: [settings.csv.shopCode(), settings.shop(), settings.csv.description()],
  rows: shops.map(({ shop_code, shop_name, shop_description }) => [shop_code, shop_name, shop_description ?? '']),
})

export const shopsToTable = (shops: readonly { code: string; name: string }[]): CsvTable => ({
  header: [settings.csv.shopCode(), settings.shop()],
  rows: shops.map(({ code, name }) => [code, name]),
})

export const mappingsToTable = (mappings: readonly EntityShopMappingAnswer[]): CsvTable => ({
  header: [settings.csv.entity(), settings.csv.contact(), settings.csv.shopCode(), settings.shop(), settings.csv.linked()],
  rows: mappings.map((one) => [one.entity_name, one.contact_name, one.shop_code, one.shop_name, one.created_at]),
})

export const entitiesToTable = (entities: readonly { entity_name: string; contact_name: string }[]): CsvTable => ({
  header: [settings.csv.entity(), settings.csv.contact()],
  rows: entities.map(({ entity_name, contact_name }) => [entity_name, contact_name]),
})

export const privilegesToTable = (privileges: readonly { privilegeName: string }[]): CsvTable => ({
  header: [settings.csv.privilege()],
  rows: privileges.map(({ privilegeName }) => [privilegeName]),
})

export const peopleToTable = (people: readonly { name: string | null; loginId: string }[]): CsvTable => ({
  header: [common.name(), settings.csv.loginId()],
  rows: people.map(({ name, loginId }) => [name ?? '', loginId]),
})

export const sessionsToTable = (sessions: readonly OwnSessionAnswer[]): CsvTable => ({
  header: [settings.csv.device(), settings.csv.address(), settings.csv.signedIn(), settings.csv.lastUsed(), settings.csv.thisDevice()],
  rows: sessions.map(({ device, address, signedInAt, lastUsedAt, isCurrent }) => [
    device ?? settings.csv.unknownDevice(),
    address ?? '',
    signedInAt,
    lastUsedAt,
    isCurrent ? common.yes() : '',
  ]),
})

/** `shopName` resolves those of the user's shops that limit a token. */
export const tokensToTable = (tokens: readonly ApiTokenAnswer[], shopName: (id: string) => string | undefined): CsvTable => ({
  header: [
    common.name(),
    settings.csv.privileges(),
    settings.csv.readOnly(),
    settings.csv.onlyShops(),
    settings.csv.created(),
    settings.csv.lastUsed(),
    settings.csv.ends(),
  ],
  rows: tokens.map(({ name, privileges, readOnly, shopIds, createdAt, lastUsedAt, expiresAt }) => [
    name,
    privilegesToWords(privileges),
    readOnly ? common.yes() : '',
    (shopIds ?? []).flatMap((id) => shopName(id) ?? []).join(', '),
    createdAt,
    lastUsedAt ?? '',
    expiresAt ?? '',
  ]),
})
