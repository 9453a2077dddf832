import { z } from 'zod'
import { offlineDaysDefault, offlineDaysMax, offlineDaysMin } from '../rules/access/offline-entry.ts'

/** A shop's settings for opening devices offline. Null in a body, or absent in storage, means the default. */

const daysMessage = `Days offline must be a whole number from ${offlineDaysMin} to ${offlineDaysMax}`

const days = z
  .int({ error: daysMessage })
  .min(offlineDaysMin, { error: daysMessage })
  .max(offlineDaysMax, { error: daysMessage })
  .meta({ description: `Days since its last contact for which a device opens without the server. null: ${offlineDaysDefault}` })

const pin = z
  .boolean({ error: 'The PIN must be true or false' })
  .meta({ description: 'Whether a device that opens without the server asks for a PIN. null: it does not' })

/** Part of the body of `PUT /api/shops/{id}/config`. */
export const offlineConfigFields = { offlineDays: days.nullable().optional(), offlinePin: pin.nullable().optional() }

/** Part of its answer; present only if set. */
export const offlineConfigAnswers = { offlineDays: z.int().optional(), offlinePin: z.boolean().optional() }

const stored = z.object({ days: z.int().optional(), pin: z.boolean().optional() })
type OfflineConfig = z.infer<typeof stored>

export const textToOfflineConfig = (text: string | null): OfflineConfig => stored.parse(JSON.parse(text ?? '{}'))

export const offlineConfigToText = ({ days: setDays, pin: setPin }: OfflineConfig): string | null =>
  setDays === undefined && setPin === undefined ? null : JSON.stringify({ days: setDays, pin: setPin })

export const offlineConfigToAnswer = ({ days: setDays, pin: setPin }: OfflineConfig) => ({
  ...(setDays !== undefined && { offlineDays: setDays }),
  ...(setPin !== undefined && { offlinePin: setPin }),
})
