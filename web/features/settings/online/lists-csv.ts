import type { OwnSessionAnswer } from '#schema/api/account.ts'
import type { EntityShopMappingAnswer } from '#schema/api/answers/administration-answers.ts'
import type { ApiTokenAnswer } from '#schema/api/tokens.ts'
import type { CsvTable } from '#web/list-kit/csv-button.tsx'
import { privilegesToWords } from '../profile/privilege-words.ts'

type LinkedShop = Pick<EntityShopMappingAnswer, 'shop_code' | 'shop_name' | 'shop_description'>

export const linkedShopsToTable = (shops: readonly LinkedShop[]): CsvTable => ({
  header: ['Shop code', 'Shop', 'Description'],
  rows: shops.map(({ shop_code, shop_name, shop_description }) => [shop_code, shop_name, shop_description ?? '']),
})

export const shopsToTable = (shops: readonly { code: string; name: string }[]): CsvTable => ({
  header: ['Shop code', 'Shop'],
  rows: shops.map(({ code, name }) => [code, name]),
})

export const mappingsToTable = (mappings: readonly EntityShopMappingAnswer[]): CsvTable => ({
  header: ['Entity', 'Contact', 'Shop code', 'Shop', 'Linked'],
  rows: mappings.map((one) => [one.entity_name, one.contact_name, one.shop_code, one.shop_name, one.created_at]),
})

export const entitiesToTable = (entities: readonly { entity_name: string; contact_name: string }[]): CsvTable => ({
  header: ['Entity', 'Contact'],
  rows: entities.map(({ entity_name, contact_name }) => [entity_name, contact_name]),
})

export const privilegesToTable = (privileges: readonly { privilegeName: string }[]): CsvTable => ({
  header: ['Privilege'],
  rows: privileges.map(({ privilegeName }) => [privilegeName]),
})

export const peopleToTable = (people: readonly { name: string | null; loginId: string }[]): CsvTable => ({
  header: ['Name', 'Login ID'],
  rows: people.map(({ name, loginId }) => [name ?? '', loginId]),
})

export const sessionsToTable = (sessions: readonly OwnSessionAnswer[]): CsvTable => ({
  header: ['Device', 'Address', 'Signed in', 'Last used', 'This device'],
  rows: sessions.map(({ device, address, signedInAt, lastUsedAt, isCurrent }) => [
    device ?? 'Unknown device',
    address ?? '',
    signedInAt,
    lastUsedAt,
    isCurrent ? 'Yes' : '',
  ]),
})

/** `shopName` resolves those of the user's shops that limit a token. */
export const tokensToTable = (tokens: readonly ApiTokenAnswer[], shopName: (id: string) => string | undefined): CsvTable => ({
  header: ['Name', 'Privileges', 'Read only', 'Only shops', 'Created', 'Last used', 'Ends'],
  rows: tokens.map(({ name, privileges, readOnly, shopIds, createdAt, lastUsedAt, expiresAt }) => [
    name,
    privilegesToWords(privileges),
    readOnly ? 'Yes' : '',
    (shopIds ?? []).flatMap((id) => shopName(id) ?? []).join(', '),
    createdAt,
    lastUsedAt ?? '',
    expiresAt ?? '',
  ]),
})
