import { orderBalanceAnswer } from './answers/row-answers.ts'
import { z } from 'zod'
import { answerId, answerInstant } from '../answer-shape.ts'
import { customers } from '../collections/work/customers.ts'
import { orders } from '../collections/work/orders.ts'
import { boundedText, countryCodeSchema, phoneSchema, shortTextMaxLength, uuidSchema } from '../fields.ts'
import { profileAnswer } from './shop/shop-profile.ts'
import { missingCountryCodeMessages } from '../rules/customers/phone-pairs.ts'
import { accessCodeMaxLength, isOtpPhone, otpLength, otpProblem, portalTexts } from '../rules/customers/portal.ts'

/**
 * What the customers' page asks and is answered (AMB-115…128). Unknown keys of bodies are passed over: status, priority,
 * quote, assignee and notes of an order are the server's to set. The page imports the types only.
 */

export const publicShopAnswer = z.strictObject({ id: answerId(), code: z.string(), name: z.string() }).meta({ id: 'PublicShop' })
/** What customers see of a shop's profile; left out where the shop has set nothing, or has its portal off. */
export const publicProfileAnswer = profileAnswer
  .pick({ address: true, phone: true, email: true, website: true, currency: true, locale: true, timeZone: true, countryCode: true, logo: true })
  .meta({ id: 'PublicShopProfile' })

/** The shop's own colour, such as `#112233`. */
export const shopColorAnswer = z.string().nullable()

/** `GET /api/public/shop-validate/{code or id}`, always 200; `customerPortal` spares the first view a second round trip. `color`: with the portal, where one was set. */
export const shopValidateAnswer = z.discriminatedUnion('valid', [
  z.strictObject({
    valid: z.literal(true),
    shop: publicShopAnswer,
    customerPortal: z.boolean(),
    profile: publicProfileAnswer.optional(),
    color: shopColorAnswer.optional(),
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

/** `POST /api/{shopId}/customers/send-otp` */
export const sendOtpBody = z.object({ customerPhone: otpPhone, countryCode })
export type SendOtpBody = z.input<typeof sendOtpBody>
/** The same for every number, a customer's or not. 429 with Retry-After when it is too soon, 503 when sending failed. */
export const sendOtpAnswer = z.strictObject({ sent: z.literal(true), resendAfterSeconds: z.int().min(1) })
export type SendOtpAnswer = z.infer<typeof sendOtpAnswer>

const otpCode = boundedText(portalTexts.otpLength)
  .superRefine((code, context) => {
    const message = otpProblem(code)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })
  .meta({ pattern: `^[0-9]{${otpLength}}$`, maxLength: undefined })

/** `POST /api/{shopId}/customers/verify-otp` */
export const verifyOtpBody = z.object({ customerPhone: otpPhone, countryCode, otpCode })
export type VerifyOtpBody = z.input<typeof verifyOtpBody>

/** `POST /api/{shopId}/customers/verify-access` */
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
/** Answer of both verifications; sets the portal's cookie. 401 for anything wrong, 429 after too many tries. `expiresAt`: ISO instant. */
export const verifiedAnswer = z.strictObject({
  /** The only one with this number; with `choices` the first of them. */
  customer: publicCustomerAnswer,
  /** Several share the number: who may be meant, by shortened names. The first one named by `customerId` is the session's. */
  choices: z.array(publicCustomerAnswer).min(2).optional(),
  expiresAt: answerInstant(),
})
/** `GET /api/public/{shopId}/session`: who is verified in this browser, or who may be meant; null where nobody is. */
export const portalSessionAnswer = z.strictObject({
  customer: publicCustomerAnswer.nullable(),
  choices: z.array(publicCustomerAnswer).min(1).optional(),
  expiresAt: answerInstant().nullable(),
})
export type PortalSessionAnswer = z.infer<typeof portalSessionAnswer>
export type PublicCustomer = z.infer<typeof publicCustomerAnswer>
export type VerifiedAnswer = z.infer<typeof verifiedAnswer>

/** `POST /api/public/{shopId}/customers`: no access code, no notes. */
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
/** Says no more than that it was taken: the same whether the phone was known or not. */
export const successAnswer = z.strictObject({ success: z.literal(true) })
export type SuccessAnswer = z.infer<typeof successAnswer>

const customerId = boundedText('Customer ID is required', shortTextMaxLength, 'Customer is not valid')
  .refine((text) => text !== '', { error: 'Customer ID is required', abort: true })
  .pipe(uuidSchema('Customer is not valid'))
  .meta({ format: 'uuid', maxLength: undefined })

/** `POST /api/public/{shopId}/orders`; 401 without a portal session of this shop, 403 for another customer than its own. */
export const publicOrderBody = z.object({
  customerId,
  itemDetails: orders.fields.itemDetails.schema,
  issueDescription: orders.fields.issueDescription.schema,
  additionalRequests: orders.fields.additionalRequests.schema.optional(),
  /** The page makes one per filled form, so that an order that is sent again after a lost answer is not created twice. */
  id: uuidSchema().optional(),
})
export type PublicOrderBody = z.input<typeof publicOrderBody>
export type PublicOrderValues = z.output<typeof publicOrderBody>

/** `GET /api/public/{shopId}/orders?customerId=`; 401 and 403 as above. Newest first. */
export const publicOrdersQuery = z.object({ customerId })

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

/** Item, issue, status, quote and dates; never notes or costs. Dates are ISO instants. */
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
    /** What staff marked for the customer, where there is any: at `/api/public/{shopId}/attachments/{id}/content`. */
    photos: z.array(publicPhotoAnswer).min(1).optional(),
    /** What it costs, what was paid and what is left, where anything of it is known. */
    balance: orderBalanceAnswer.optional(),
  })
  .meta({ id: 'PublicOrder' })
export type PublicOrder = z.infer<typeof publicOrderAnswer>
