import { isPhone } from '../../values/phone.ts'

/** Limits and texts of the portal, shared with the server. Without zod, to keep the page small. */

export const otpLength = 6
/** The page's countdown and the server's limit. */
export const otpResendSeconds = 60
export const otpMinutes = 10
export const otpMaxTries = 5
/** Fewest digits of a phone that gets a code. */
const otpPhoneMinDigits = 10
export const portalSessionMinutes = 30
/** For newly set codes; existing shorter ones stay valid. */
export const accessCodeMinLength = 8
export const accessCodeMaxLength = 64

/** Daily limit of text messages per portal, unless the shop sets another. */
export const portalDailyMessagesDefault = 300
export const portalDailyMessagesMax = 10_000
export const portalCountryCodesMax = 50

/** Photos that a customer adds to the order they have just made. */
export const portalPhotosMax = 6
export const portalPhotoMinutes = 60

export const portalOrderStatusName = 'Lead'
export const portalOrderNote = 'Order created by customer via online form'

export const portalTexts = {
  /** Also the message of every 403 of a shop whose portal is off. */
  notEnabled: 'Customer self serve portal is not enabled by this shop.',
  otpLength: 'OTP must be exactly 6 digits',
  otpDigits: 'OTP must contain only digits',
  invalidPhone: 'Invalid phone number',
  invalidPhoneHint: 'Please enter a valid phone number.',
  /** The server answers with the title; the page adds the hint. */
  sendFailed: 'Failed to send OTP',
  sendFailedHint: 'Please try again.',
  sent: 'OTP sent',
  sentHint: 'Please check your phone for the verification code.',
  /** The hint is also the server's message for any wrong data. */
  verificationFailed: 'Verification failed',
  verificationFailedHint: 'Please check your details and try again.',
  tooManyTries: 'Too many tries. Please request a new code.',
  resendTooSoon: 'Please wait a minute before you request another code.',
  statusMissing: 'Default order status not found',
  photosFull: `You can add up to ${portalPhotosMax} photos.`,
  notVerified: 'Please verify your identity again.',
} as const

/** Null if the code is well-formed, else the error message. */
export function otpProblem(code: string): string | null {
  if (/[^0-9]/.test(code)) return portalTexts.otpDigits
  return code.length === otpLength ? null : portalTexts.otpLength
}

/** `digits`: the phone without its country code. */
export const isOtpPhone = (digits: string): boolean => digits.length >= otpPhoneMinDigits && isPhone(digits)
