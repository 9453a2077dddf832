/** `to`: E.164, such as `+15550102000`. */
export type Sms = { id: string; at: Date; to: string; text: string }

/**
 * Hands one message to whoever carries it; resolves once that took it. Throws SmsRefused when this one number cannot be
 * written to, anything else when the carrier fails; gives up when the signal says so.
 */
export type SmsSender = (sms: Sms, signal: AbortSignal) => Promise<void>

/** The carrier works, but not for this number (no mobile phone, opted out). Tells nothing about other numbers. */
export class SmsRefused extends Error {
  override readonly name = 'SmsRefused'
}

export class SmsFailed extends Error {
  override readonly name = 'SmsFailed'
}
