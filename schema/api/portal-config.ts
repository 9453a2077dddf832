import { z } from 'zod'
import { countryCodeMessage, countryCodeSchema } from '../fields.ts'
import { portalCountryCodesMax, portalDailyMessagesMax } from '../rules/customers/portal.ts'

/** A shop's settings for the portal's text messages. Null in a body, or absent in storage, means the default. */

const codesMessage = 'Country codes must be a list such as ["+1", "+44"]'
const messagesMessage = `Messages a day must be a whole number from 0 to ${portalDailyMessagesMax.toLocaleString('en-US')}`

const countryCodes = z
  .array(countryCodeSchema(countryCodeMessage), { error: codesMessage })
  .max(portalCountryCodesMax, { error: `At most ${portalCountryCodesMax} country codes` })
  .transform((codes) => [...new Set(codes)])
  .meta({
    description:
      'Numbers out of registrations get text messages in these countries only; numbers that staff entered always do. null: the code of most of the shop’s customers',
  })

const dailyMessages = z
  .int({ error: messagesMessage })
  .min(0, { error: messagesMessage })
  .max(portalDailyMessagesMax, { error: messagesMessage })
  .meta({ description: 'Codes by text message a day, UTC; beside them as many texts to customers, and at least the default. null: the default' })

/** Part of the body of `PUT /api/shops/{id}/config`. */
export const portalConfigFields = { portalCountryCodes: countryCodes.nullable().optional(), portalDailyMessages: dailyMessages.nullable().optional() }

/** Part of its answer; present only if set. */
export const portalConfigAnswers = { portalCountryCodes: z.array(z.string()).optional(), portalDailyMessages: z.int().optional() }

const stored = z.object({ countryCodes: z.array(z.string()).optional(), dailyMessages: z.int().optional() })
type PortalConfig = z.infer<typeof stored>

export const textToPortalConfig = (text: string | null): PortalConfig => stored.parse(JSON.parse(text ?? '{}'))

export const portalConfigToText = ({ countryCodes: codes, dailyMessages: messages }: PortalConfig): string | null =>
  codes === undefined && messages === undefined ? null : JSON.stringify({ countryCodes: codes, dailyMessages: messages })

export const portalConfigToAnswer = ({ countryCodes: codes, dailyMessages: messages }: PortalConfig) => ({
  ...(codes && { portalCountryCodes: codes }),
  ...(messages !== undefined && { portalDailyMessages: messages }),
})
