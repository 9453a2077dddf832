import type { EntityAnswer } from '#schema/api/answers/administration-answers.ts'
import type { EntityValues } from '#schema/api/administration.ts'
import { entities } from '#schema/collections/people/entities.ts'
import type { Caller } from '#schema/rules/access/access.ts'
import { tell } from '#schema/rules/text/activity-entry.ts'
import { findEntity } from '../../queries/people/entities.ts'
import { assertAdministrator } from '../../queries/people/rights.ts'
import type { Services } from '../../services.ts'
import { administer, toChanges } from './administer.ts'
import { listShopIdsOfEntity, listUserIdsOfEntity } from '../../queries/people/memberships.ts'
import { assertFound } from './assert-found.ts'
import { createEntity } from './create-entity.ts'

export async function addEntity(services: Services, caller: Caller, values: EntityValues): Promise<EntityAnswer> {
  assertAdministrator(caller)
  const { id } = await createEntity(services, { ...values, actorId: caller.userId })
  return assertFound(await findEntity(services.reader, id), 'Entity')
}

/** Replaces the whole entity: omitted fields are cleared. */
export async function updateEntity(services: Services, caller: Caller, entityId: string, values: EntityValues): Promise<EntityAnswer> {
  assertAdministrator(caller)
  return administer(services, caller.userId, async ({ trx, affect, noteIn }) => {
    const before = assertFound(await findEntity(trx, entityId), 'Entity')
    const after = {
      entity_name: values.entityName,
      contact_name: values.contactName,
      country_code: values.countryCode,
      phone: values.phone,
      alternate_country_code: values.alternateCountryCode,
      alternate_phone: values.alternatePhone,
      entity_address: values.entityAddress,
    }
    await trx.updateTable('entities').set(after).where('id', '=', entityId).execute()
    const changes = toChanges(entities.fields, ['entityName', 'contactName'], toValues(before), values)
    if (changes.length > 0) await noteIn(await listShopIdsOfEntity(trx, entityId), tell('entityChanged', { entity: before.entity_name, changes }))
    affect(await listUserIdsOfEntity(trx, entityId))
    return { id: entityId, ...after }
  })
}

const toValues = (entity: EntityAnswer): EntityValues => ({
  entityName: entity.entity_name,
  contactName: entity.contact_name,
  countryCode: entity.country_code,
  phone: entity.phone,
  alternateCountryCode: entity.alternate_country_code,
  alternatePhone: entity.alternate_phone,
  entityAddress: entity.entity_address,
})
