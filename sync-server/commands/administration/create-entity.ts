import { z } from 'zod'
import { parseInput } from '#schema/api/parse.ts'
import { entities } from '#schema/collections/people/entities.ts'
import { tell } from '#schema/rules/text/activity-entry.ts'
import type { Services } from '../../services.ts'
import { administer, type Administration } from './administer.ts'

const { fields } = entities

const newEntitySchema = z.object({
  entityName: fields.entityName.schema,
  contactName: fields.contactName.schema,
  countryCode: fields.countryCode.schema.default(null),
  phone: fields.phone.schema.default(null),
  alternateCountryCode: fields.alternateCountryCode.schema.default(null),
  alternatePhone: fields.alternatePhone.schema.default(null),
  entityAddress: fields.entityAddress.schema.default(null),
})

export type NewEntity = z.input<typeof newEntitySchema> & {
  /** Initial shops; a shop belongs to at most one entity. */
  shopIds?: readonly string[]
  userIds?: readonly string[]
  /** The acting user; without one (demo data, tests) no activity is written. */
  actorId?: string
}

export async function createEntity(services: Services, { shopIds = [], userIds = [], actorId, ...input }: NewEntity): Promise<{ id: string }> {
  const entity = parseInput(newEntitySchema, input)
  const id = await administer(services, actorId ?? null, async (administration) => {
    const made = await insertEntity(services, administration, entity, { shopIds, userIds })
    if (actorId !== undefined) await administration.noteIn(shopIds, tell('entityCreated', { entity: entity.entityName }))
    return made
  })
  return { id }
}

export async function insertEntity(
  services: Services,
  { trx, at: createdAt }: Pick<Administration, 'trx' | 'at'>,
  entity: z.output<typeof newEntitySchema>,
  { shopIds = [], userIds = [] }: Pick<NewEntity, 'shopIds' | 'userIds'>,
): Promise<string> {
  const id = services.newId()
  await trx
    .insertInto('entities')
    .values({
      id,
      entity_name: entity.entityName,
      contact_name: entity.contactName,
      country_code: entity.countryCode,
      phone: entity.phone,
      alternate_country_code: entity.alternateCountryCode,
      alternate_phone: entity.alternatePhone,
      entity_address: entity.entityAddress,
      created_at: createdAt,
    })
    .execute()
  for (const shopId of new Set(shopIds)) {
    await trx.insertInto('entity_shops').values({ id: services.newId(), entity_id: id, shop_id: shopId, created_at: createdAt }).execute()
  }
  for (const userId of new Set(userIds)) {
    await trx.insertInto('entity_users').values({ id: services.newId(), entity_id: id, user_id: userId, created_at: createdAt }).execute()
  }
  return id
}
