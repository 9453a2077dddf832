import { z } from 'zod'
import type { EntityAnswer } from '../api/answers/administration-answers.ts'
import { entities } from '../collections/people/entities.ts'
import { checkedBy, textToNullable } from './checked-by.ts'
import { checkContact, contactFields, contactMessages, contactToForm, emptyContact, formToContact } from './contact.ts'

/** Create and edit an entity (APP-02, VAL-50): the field that is missing tells that both are needed. */
export const entityFormSchema = z
  .object({
    entityName: checkedBy(entities.fields.entityName.schema),
    contactName: checkedBy(entities.fields.contactName.schema),
    ...contactFields,
    entityAddress: checkedBy(entities.fields.entityAddress.schema),
  })
  .superRefine(checkContact(contactMessages))

export type EntityForm = z.input<typeof entityFormSchema>

export const emptyEntityForm: Readonly<EntityForm> = { entityName: '', contactName: '', ...emptyContact, entityAddress: '' }

/** The button stays off until both are there (APP-39). */
export const canSendEntity = ({ entityName, contactName }: Pick<EntityForm, 'entityName' | 'contactName'>): boolean =>
  entityName.trim() !== '' && contactName.trim() !== ''

/** Body of POST and PUT entities (API-72, API-73). Omitted: empty (APP-40), which on PUT clears what was stored (AMB-144). */
export type EntityBody = {
  entity_name: string
  contact_name: string
  country_code?: string
  phone?: string
  alternate_country_code?: string
  alternate_phone?: string
  entity_address?: string
}

export function entityFormToBody(form: EntityForm): EntityBody {
  const { countryCode, phone, alternateCountryCode, alternatePhone } = formToContact(form)
  const address = textToNullable(form.entityAddress.trim())
  return {
    entity_name: form.entityName.trim(),
    contact_name: form.contactName.trim(),
    ...(countryCode !== null && { country_code: countryCode }),
    ...(phone !== null && { phone }),
    ...(alternateCountryCode !== null && { alternate_country_code: alternateCountryCode }),
    ...(alternatePhone !== null && { alternate_phone: alternatePhone }),
    ...(address !== null && { entity_address: address }),
  }
}

export const entityToForm = (entity: EntityAnswer): EntityForm => ({
  entityName: entity.entity_name,
  contactName: entity.contact_name,
  ...contactToForm({
    countryCode: entity.country_code,
    phone: entity.phone,
    alternateCountryCode: entity.alternate_country_code,
    alternatePhone: entity.alternate_phone,
  }),
  entityAddress: entity.entity_address ?? '',
})
