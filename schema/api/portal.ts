import { orderBalanceAnswer } from './answers/row-answers.ts'
import { z } from 'zod'
import { answerId, answerInstant } from '../answer-shape.ts'
import { customers } from '../collections/work/customers.ts'
import { orders } from '../collections/work/orders.ts'
import { emailSchema, boundedText, countryCodeSchema, phoneSchema, shortTextMaxLength, uuidSchema } from '../fields.ts'
import { profileAnswer } from './shop/shop-profile.ts'
import { missingCountryCodeMessages } from '../rules/customers/phone-pairs.ts'
import { accessCodeMaxLength, isOtpPhone, otpLength, otpProblem, portalTexts } from '../rules/customers/portal.ts'

/**
 * Requests and answers of the customers' page, which imports only the types. Unknown body keys are ignored: the server
 * sets an order's status, priority, quote, assignee and notes.
 */

export const publicShopAnswer = z.strictObject({ id: answerId(), code: z.string(), name: z.string() }).meta({ id: 'PublicShop' })
/** Public part of a shop's profile; absent if the shop has set nothing or its portal is off. `language`: on a link, that of the customer's card. */
export const publicProfileAnswer = profileAnswer
  .pick({ address: true, phone: true, email: true, website: true, currency: true, locale: true, language: true, timeZone: true, countryCode: true, logo: true })
  .meta({ id: 'PublicShopProfile' })

/** `#112233`; null if not set. */
export const shopColorAnswer = z.string().nullable()

/**
 * `GET /api/public/shop-validate/{code or id}`, always 200. `customerPortal` saves the first view a round trip;
 * `color`, `openingHours`: only with the portal on and set.
 */
export const shopValidateAnswer = z.discriminatedUnion('valid', [
  z.strictObject({
    valid: z.literal(true),
    shop: publicShopAnswer,
    customerPortal: z.boolean(),
    profile: publicProfileAnswer.optional(),
    color: shopColorAnswer.optional(),
    openingHours: z.string().optional(),
  }),
  z.strictObject({ valid: z.literal(false) }),
])
export type PublicShop = z.infer<typeof publicShopAnswer>
export type PublicProfile = z.infer<typeof publicProfileAnswer>
export type ShopValidateAnswer = z.infer<typeof shopValidateAnswer>

const invalidPhone = `${portalTexts.invalidPhone}: ${portalTexts.invalidPhoneHint}`
const otpPhone = boundedText('Phone number is required', shortTextMaxLength, invalidPhone)
  .transform((typed) => typed.replace(/[\s().\-/]/g, ''))
  .refine(isOtpPhone, { error: invalidPhone })
  .meta({ maxLength: undefined, description: '10-15 digits without the country code; blanks and any of ( ) . - / between them are dropped' })

const countryCode = countryCodeSchema('Country code is required')

export const sendOtpBody = z.object({ customerPhone: otpPhone, countryCode })
export type SendOtpBody = z.input<typeof sendOtpBody>
/** The same for known and unknown numbers. 429 with Retry-After if requested too soon, 503 if sending failed. */
export const sendOtpAnswer = z.strictObject({ sent: z.literal(true), resendAfterSeconds: z.int().min(1) })
export type SendOtpAnswer = z.infer<typeof sendOtpAnswer>

const otpCode = boundedText(portalTexts.otpLength)
  .superRefine((code, context) => {
    const message = otpProblem(code)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })
  .meta({ pattern: `^[0-9]{${otpLength}}$`, maxLength: undefined })

export const verifyOtpBody = z.object({ customerPhone: otpPhone, countryCode, otpCode })
export type VerifyOtpBody = z.input<typeof verifyOtpBody>

export const verifyAccessBody = z.object({
  customerPhone: phoneSchema('Phone number is required'),
  countryCode,
  accessCode: boundedText('Access code is required', shortTextMaxLength, `Access code must be at most ${accessCodeMaxLength} characters`)
    .trim()
    .min(1, { error: 'Access code is required' })
    .max(accessCodeMaxLength, { error: `Access code must be at most ${accessCodeMaxLength} characters` }),
})
export type VerifyAccessBody = z.input<typeof verifyAccessBody>

const publicCustomerAnswer = z.strictObject({ id: answerId(), name: z.string() }).meta({ id: 'PublicCustomer' })
/** Answer of both verifications; sets the portal cookie. 401 for wrong data, 429 after too many attempts. `expiresAt`: ISO instant. */
export const verifiedAnswer = z.strictObject({
  /** The only customer with this number; with `choices`, the first of them. */
  customer: publicCustomerAnswer,
  /**
   * Several customers share the number: candidates with shortened names. The session takes the first one that a request
   * names by `customerId`.
   */
  choices: z.array(publicCustomerAnswer).min(2).optional(),
  expiresAt: answerInstant(),
})
/** `GET /api/public/{shopId}/session`: the verified customer or the candidates; null without a session. */
export const portalSessionAnswer = z.strictObject({
  customer: publicCustomerAnswer.nullable(),
  choices: z.array(publicCustomerAnswer).min(1).optional(),
  expiresAt: answerInstant().nullable(),
})
export type PortalSessionAnswer = z.infer<typeof portalSessionAnswer>
export type PublicCustomer = z.infer<typeof publicCustomerAnswer>
export type VerifiedAnswer = z.infer<typeof verifiedAnswer>

/** `POST /api/public/{shopId}/customers`; no access code, no notes. */
export const registrationBody = z
  .object({
    name: customers.fields.name.schema,
    countryCode,
    phone: phoneSchema('Phone number is required'),
    alternateCountryCode: customers.fields.alternateCountryCode.schema.optional(),
    alternatePhone: customers.fields.alternatePhone.schema.optional(),
    email: customers.fields.email.schema.optional(),
  })
  .superRefine(({ alternatePhone, alternateCountryCode }, context) => {
    if (alternatePhone == null || alternateCountryCode != null) return
    context.addIssue({ code: 'custom', path: ['alternateCountryCode'], message: missingCountryCodeMessages.alternateCountryCode })
  })
export type RegistrationBody = z.input<typeof registrationBody>
export type Registration = z.output<typeof registrationBody>
/** The same whether the phone was known or not. */
export const successAnswer = z.strictObject({ success: z.literal(true) })
export type SuccessAnswer = z.infer<typeof successAnswer>

const customerId = boundedText('Customer ID is required', shortTextMaxLength, 'Customer is not valid')
  .refine((text) => text !== '', { error: 'Customer ID is required', abort: true })
  .pipe(uuidSchema('Customer is not valid'))
  .meta({ format: 'uuid', maxLength: undefined })

/** `POST /api/public/{shopId}/orders`; 401 without a portal session of this shop, 403 for a customer other than the session's. */
export const publicOrderBody = z.object({
  customerId,
  itemDetails: orders.fields.itemDetails.schema,
  issueDescription: orders.fields.issueDescription.schema,
  additionalRequests: orders.fields.additionalRequests.schema.optional(),
  /** Idempotency key, one per filled form: a repeated request creates one order. */
  id: uuidSchema().optional(),
})
export type PublicOrderBody = z.input<typeof publicOrderBody>
export type PublicOrderValues = z.output<typeof publicOrderBody>

/** `GET /api/public/{shopId}/orders?customerId=`, newest first; 401 and 403 as above. */
export const publicOrdersQuery = z.object({ customerId })

/** `GET /api/public/{shopId}/email?customerId=`: the e-mail address of a registration that waits for the customer's word, else null. */
export const publicEmailQuery = z.object({ customerId })
export const publicEmailAnswer = z.strictObject({ unconfirmed: z.string().nullable() })
export type PublicEmail = z.infer<typeof publicEmailAnswer>

/** `PUT /api/public/{shopId}/email`: the customer says of that address whether it is theirs; one that is not is removed. */
export const publicEmailBody = z.object({
  customerId,
  email: emailSchema('Invalid email format'),
  isMine: z.boolean({ error: 'Whether it is yours must be true or false' }),
})
export type PublicEmailBody = z.input<typeof publicEmailBody>

export const publicPhotoAnswer = z
  .strictObject({
    id: answerId(),
    fileName: z.string(),
    mimeType: z.string(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    caption: z.string().nullable(),
  })
  .meta({ id: 'PublicPhoto' })

/** Never notes or costs. Dates are ISO instants. */
export const publicOrderAnswer = z
  .strictObject({
    id: answerId(),
    ticket: z.string(),
    itemDetails: z.string(),
    issueDescription: z.string(),
    orderStatusId: answerId(),
    quotedCost: z.string().nullable(),
    dueTimestamp: answerInstant().nullable(),
    createdAt: answerInstant(),
    statusChangedAt: answerInstant(),
    /** The last day of the warranty; absent if there is none. */
    warrantyUntil: z.iso.date().optional(),
    /** Photos marked for the customer, at `/api/public/{shopId}/attachments/{id}/content`; absent if there are none. */
    photos: z.array(publicPhotoAnswer).min(1).optional(),
    /** Total, paid and left to pay; absent if none is known. */
    balance: orderBalanceAnswer.optional(),
  })
  .meta({ id: 'PublicOrder' })
export type PublicOrder = z.infer<typeof publicOrderAnswer>
