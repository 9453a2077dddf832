import type { EntityAnswer } from '#schema/api/answers/administration-answers.ts'
import { entities } from '#schema/collections/people/entities.ts'
import { missingCountryCodeMessages } from '#schema/rules/customers/phone-pairs.ts'
import type { EntityBody } from '#web/api/admin-api.ts'
import { defineForm, type FormOf } from '#web/forms/define-form.ts'
import { answerToPhones, contactFields, contactPhones } from '../online/contact.ts'
import { t } from './settings-app-texts.ts'

/** If either name is missing, the error says that both are needed. */
export const entityForm = defineForm(
  entities,
  { entityName: {}, contactName: {}, ...contactFields, phone: { inputLabel: t.entity.phoneNumber() }, entityAddress: {} },
  { phones: contactPhones(missingCountryCodeMessages) },
)

export type EntityForm = FormOf<typeof entityForm>

/** Enables the button once both names are there. */
export const canSendEntity = ({ entityName, contactName }: Pick<EntityForm, 'entityName' | 'contactName'>): boolean =>
  entityName.trim() !== '' && contactName.trim() !== ''

/** Body of POST and PUT entities. Empty fields are omitted, which clears them on PUT. */
export function entityFormToBody(form: EntityForm): EntityBody {
  const { entityName, contactName, countryCode, phone, alternateCountryCode, alternatePhone, entityAddress } = entityForm.toValues(form)
  return {
    entity_name: entityName,
    contact_name: contactName,
    ...(countryCode !== null && { country_code: countryCode }),
    ...(phone !== null && { phone }),
    ...(alternateCountryCode !== null && { alternate_country_code: alternateCountryCode }),
    ...(alternatePhone !== null && { alternate_phone: alternatePhone }),
    ...(entityAddress !== null && { entity_address: entityAddress }),
  }
}

export const entityToForm = (entity: EntityAnswer): EntityForm =>
  entityForm.toForm({
    entityName: entity.entity_name,
    contactName: entity.contact_name,
    ...answerToPhones(entity),
    entityAddress: entity.entity_address,
  })
