import { z } from 'zod'
import { employees } from '../collections/people/employees.ts'
import { entities } from '../collections/people/entities.ts'
import { checklistItems } from '../collections/work/checklist-items.ts'
import { shops } from '../collections/people/shops.ts'
import { users } from '../collections/people/users.ts'
import { longTextMaxLength, reference, text } from '../fields.ts'
import { shopCodeSchema, shopColorSchema } from '../rules/text/shop-code.ts'
import { statusColorLimits } from '../rules/orders/color-range.ts'
import { findMissingCountryCodes, missingCountryCodeMessages } from '../rules/customers/phone-pairs.ts'
import { offlineConfigFields } from './offline-config.ts'
import { portalConfigFields } from './portal-config.ts'

/**
 * Bodies of the administration routes, in API spelling, transformed to field names. `''` counts as null. Keys absent
 * from a PUT stay unchanged, except for entities, whose form sends all.
 */

const entityFields = entities.fields

const entityShape = z.strictObject({
  entity_name: entityFields.entityName.schema,
  contact_name: entityFields.contactName.schema,
  country_code: entityFields.countryCode.schema.default(null),
  phone: entityFields.phone.schema.default(null),
  alternate_country_code: entityFields.alternateCountryCode.schema.default(null),
  alternate_phone: entityFields.alternatePhone.schema.default(null),
  entity_address: entityFields.entityAddress.schema.default(null),
})

export const entityBody = entityShape
  .transform(({ entity_name, contact_name, country_code, phone, alternate_country_code, alternate_phone, entity_address }) => ({
    entityName: entity_name,
    contactName: contact_name,
    countryCode: country_code,
    phone,
    alternateCountryCode: alternate_country_code,
    alternatePhone: alternate_phone,
    entityAddress: entity_address,
  }))
  .superRefine((entity, context) => {
    const keys = { countryCode: 'country_code', alternateCountryCode: 'alternate_country_code' } as const
    for (const { code } of findMissingCountryCodes(entity)) context.addIssue({ code: 'custom', path: [keys[code]], message: missingCountryCodeMessages[code] })
  })

const id = (label: string, required: string): z.ZodType<string> => reference(label, '', { required, onParentDelete: { action: 'keep' } }).schema

export const entityUserBody = z.strictObject({ userId: id('User', 'Please select both an entity and a user to assign.') })
export const entityShopBody = z.strictObject({ shopId: id('Shop', 'Please select both an entity and a shop.') })
export const shopUserBody = z.strictObject({ userId: id('User', 'User ID is required') })
export const userPrivilegeBody = z.strictObject({ privilegeId: id('Privilege', 'Privilege ID is required') })

const employeeShape = {
  email: employees.fields.email.schema.optional(),
  countryCode: employees.fields.countryCode.schema.optional(),
  phone: employees.fields.phone.schema.optional(),
  alternateCountryCode: employees.fields.alternateCountryCode.schema.optional(),
  alternatePhone: employees.fields.alternatePhone.schema.optional(),
  userId: employees.fields.userId.schema.optional(),
}

export const employeeCreateBody = z.strictObject({
  entityId: employees.fields.entityId.schema,
  shopId: id('Shop', 'Please select an entity, provide employee name, and select a shop.'),
  name: employees.fields.name.schema,
  ...employeeShape,
})

/** A different `shopId` moves the employee there. */
export const employeeUpdateBody = z.strictObject({
  name: employees.fields.name.schema.optional(),
  shopId: id('Shop', 'Please provide employee name and select a shop.').optional(),
  ...employeeShape,
})

const shopFields = shops.fields

export const shopCreateBody = z.strictObject({
  name: shopFields.name.schema,
  code: shopCodeSchema,
  description: shopFields.description.schema.default(null),
})

const shopNeeds = 'Shop name and code are required.'
const given = (schema: z.ZodType<string>): z.ZodType<string> =>
  z
    .unknown()
    .refine((value) => typeof value === 'string' && value.trim() !== '', { error: shopNeeds, abort: true })
    .pipe(schema)
    .meta({ ...schema.meta() })

export const shopUpdateBody = z.strictObject({
  name: given(shopFields.name.schema).optional(),
  code: given(shopCodeSchema).optional(),
  description: shopFields.description.schema.optional(),
  color: shopColorSchema.optional(),
})

const configMessage = 'Invalid order configuration format'
const dayEnd = ({ min, max }: { min: number; max: number }) =>
  z.int({ error: configMessage }).min(min, { error: configMessage }).max(max, { error: configMessage })

const textToJson = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  if (value.length > longTextMaxLength) return undefined
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

const orderConfigSchema = z
  .preprocess(
    textToJson,
    z.object(
      {
        statusColors: z
          .object({ greenEnd: dayEnd(statusColorLimits.greenEnd), yellowEnd: dayEnd(statusColorLimits.yellowEnd) }, { error: configMessage })
          .refine(({ greenEnd, yellowEnd }) => greenEnd < yellowEnd, { error: 'Green range end must be less than yellow range end' }),
      },
      { error: configMessage },
    ),
  )
  .meta({ description: 'An object or its JSON text' })

export const shopConfigBody = z.strictObject({
  orderConfig: orderConfigSchema.optional(),
  customerPortal: z.boolean({ error: 'Customer portal must be true or false' }).optional(),
  ...portalConfigFields,
  ...offlineConfigFields,
})

export const checklistItemBody = z.strictObject({ name: checklistItems.fields.name.schema })

const userFields = users.fields

const contactShape = {
  email: userFields.email.schema.optional(),
  phone: userFields.phone.schema.optional(),
  countryCode: userFields.countryCode.schema.optional(),
  alternatePhone: userFields.alternatePhone.schema.optional(),
  alternateCountryCode: userFields.alternateCountryCode.schema.optional(),
}

export const userUpdateBody = z
  .strictObject({ login_id: userFields.loginId.schema.optional(), name: userFields.name.schema.optional(), ...contactShape })
  .transform(({ login_id, ...user }) => ({ ...user, loginId: login_id }))

export const profileBody = z.strictObject({
  loginId: userFields.loginId.schema.optional(),
  name: userFields.name.schema.optional(),
  ...contactShape,
  language: userFields.language.schema.optional(),
})

export const passwordMinLength = 6
/** Caps the cost of hashing. */
export const passwordMaxLength = 1000

const shortPassword = `Password must be at least ${passwordMinLength} characters`

export const newPasswordSchema = z
  .string({ error: shortPassword })
  .min(passwordMinLength, { error: shortPassword })
  .max(passwordMaxLength, { error: 'Password is too long' })

const madeUp = { type: ['string', 'null'], minLength: undefined, description: 'Left out or empty: the server makes one up' }

/** The server generates an empty login id or password. */
export const userCreateBody = z
  .strictObject({
    name: text('Name', { required: 'Name is required', max: 200 }).schema,
    login_id: z.preprocess(blankToUndefined, userFields.loginId.schema.optional()).meta(madeUp),
    password: z.preprocess((value) => (value === '' || value === null ? undefined : value), newPasswordSchema.optional()).meta(madeUp),
    ...contactShape,
  })
  .transform(({ login_id, ...user }) => ({ ...user, loginId: login_id }))

/** Required again for actions that an unlocked tablet alone must not permit. */
export const currentPasswordSchema = z
  .string({ error: 'Current password is required' })
  .max(passwordMaxLength, { error: 'Password is too long' })
  .refine((value) => value !== '', { error: 'Current password is required' })

export const ownPasswordBody = z.strictObject({
  currentPassword: currentPasswordSchema,
  newPassword: newPasswordSchema,
  /** The caller's API tokens end, too: whoever knew the password may have made some. */
  endTokens: z.boolean({ error: 'Whether API tokens end must be true or false' }).optional(),
})

export const passwordResetBody = z.strictObject({ newPassword: newPasswordSchema })

export type EmployeeCreate = z.output<typeof employeeCreateBody>
export type EmployeeUpdate = z.output<typeof employeeUpdateBody>
export type EntityValues = z.output<typeof entityBody>
export type ShopUpdate = z.output<typeof shopUpdateBody>
export type ShopConfigUpdate = z.output<typeof shopConfigBody>
export type UserCreate = z.output<typeof userCreateBody>
export type UserUpdate = z.output<typeof profileBody>

function blankToUndefined(value: unknown): unknown {
  return value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value
}
