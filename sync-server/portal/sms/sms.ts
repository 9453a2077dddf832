/** `to`: E.164, such as `+15550102000`. */
export type Sms = { id: string; at: Date; to: string; text: string }

/**
 * Hands one message to the carrier; resolves once it is accepted. Stops when the signal aborts.
 * @throws SmsRefused when this number cannot be reached; other errors when the carrier fails
 */
export type SmsSender = (sms: Sms, signal: AbortSignal) => Promise<void>

/** The carrier works, but not for this number (no mobile phone, opted out). */
export class SmsRefused extends Error {
  override readonly name = 'SmsRefused'
}

export class SmsFailed extends Error {
  override readonly name = 'SmsFailed'
}
