import { isPhone } from '../../values/phone.ts'

/** Numbers and words of the public portal, without zod: the customers' page is small, and the server says the same. */

/** CONST-11. */
export const otpLength = 6
/** How long the page counts down, and how long the server refuses to send again. */
export const otpResendSeconds = 60
export const otpMinutes = 10
export const otpMaxTries = 5
/** A code is sent to numbers of at least this many digits. */
const otpPhoneMinDigits = 10
/** AMB-115. */
export const portalSessionMinutes = 30
/** Of a code that is set anew; shorter ones that exist go on verifying. */
export const accessCodeMinLength = 8
export const accessCodeMaxLength = 64

/** Text messages that the portal of a shop sends in a day, unless the shop sets another number. */
export const portalDailyMessagesDefault = 300
export const portalDailyMessagesMax = 10_000
export const portalCountryCodesMax = 50

/** The status of every order from the portal, by its name. */
export const portalOrderStatusName = 'Lead'
/** The note that marks an order as from the portal. */
export const portalOrderNote = 'Order created by customer via online form'

export const portalTexts = {
  /** PUB-03; also the message of every 403 of a shop whose portal is off. */
  notEnabled: 'Customer self serve portal is not enabled by this shop.',
  /** VAL-32, VAL-33. */
  otpLength: 'OTP must be exactly 6 digits',
  otpDigits: 'OTP must contain only digits',
  /** Title and description. */
  invalidPhone: 'Invalid phone number',
  invalidPhoneHint: 'Please enter a valid phone number.',
  /** The server's message when the message could not be sent is the title itself; the page then shows the hint below it. */
  sendFailed: 'Failed to send OTP',
  sendFailedHint: 'Please try again.',
  /** ERR-33. */
  sent: 'OTP sent',
  sentHint: 'Please check your phone for the verification code.',
  /** ERR-34; the hint is also the server's message for whatever was wrong. */
  verificationFailed: 'Verification failed',
  verificationFailedHint: 'Please check your details and try again.',
  /** The server's message once a code has been tried too often. */
  tooManyTries: 'Too many tries. Please request a new code.',
  /** The server's message for a second code within a minute. */
  resendTooSoon: 'Please wait a minute before you request another code.',
  /** ERR-36. */
  statusMissing: 'Default order status not found',
  /** The server's message of a 401: no session of the portal, or one that has ended. */
  notVerified: 'Please verify your identity again.',
} as const

/** Null when the typed code may be sent, else the documented message. */
export function otpProblem(code: string): string | null {
  if (/[^0-9]/.test(code)) return portalTexts.otpDigits
  return code.length === otpLength ? null : portalTexts.otpLength
}

/** May a code be asked for with this number? `digits`: the phone without its country code. */
export const isOtpPhone = (digits: string): boolean => digits.length >= otpPhoneMinDigits && isPhone(digits)
