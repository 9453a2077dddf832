import { z } from 'zod'
import { offlineDaysDefault, offlineDaysMax, offlineDaysMin } from '../rules/access/offline-entry.ts'

/** Settings of a shop for devices that open without the server; null in a body, or absent where they are stored, means the default. */

const daysMessage = `Days offline must be a whole number from ${offlineDaysMin} to ${offlineDaysMax}`

const days = z
  .int({ error: daysMessage })
  .min(offlineDaysMin, { error: daysMessage })
  .max(offlineDaysMax, { error: daysMessage })
  .meta({ description: `Days since its last contact for which a device opens without the server. null: ${offlineDaysDefault}` })

const pin = z
  .boolean({ error: 'The PIN must be true or false' })
  .meta({ description: 'Whether a device that opens without the server asks for a PIN. null: it does not' })

/** In the body of `PUT /api/shops/{id}/config`, beside the documented fields. */
export const offlineConfigFields = { offlineDays: days.nullable().optional(), offlinePin: pin.nullable().optional() }

/** In its answer, only where the shop has set them. */
export const offlineConfigAnswers = { offlineDays: z.int().optional(), offlinePin: z.boolean().optional() }

const stored = z.object({ days: z.int().optional(), pin: z.boolean().optional() })
export type OfflineConfig = z.infer<typeof stored>

/** Reads the text of `shop_configs.offline_entry`. */
export const textToOfflineConfig = (text: string | null): OfflineConfig => stored.parse(JSON.parse(text ?? '{}'))

/** Null when nothing is set. */
export const offlineConfigToText = ({ days: setDays, pin: setPin }: OfflineConfig): string | null =>
  setDays === undefined && setPin === undefined ? null : JSON.stringify({ days: setDays, pin: setPin })

export const offlineConfigToAnswer = ({ days: setDays, pin: setPin }: OfflineConfig) => ({
  ...(setDays !== undefined && { offlineDays: setDays }),
  ...(setPin !== undefined && { offlinePin: setPin }),
})
