import { z } from 'zod'
import { currentPasswordSchema } from './administration.ts'

const codeRequired = 'Code is required'

/** Six digits from the app, or a recovery code; spaces and dashes are ignored. */
const signInCodeSchema = z
  .string({ error: codeRequired })
  .max(100, { error: 'Code is too long' })
  .refine((text) => text.trim() !== '', { error: codeRequired })
  .meta({ minLength: 1, description: 'Six digits from the app, or a recovery code' })

export const codeBody = z.strictObject({ code: signInCodeSchema })

export const passwordBody = z.strictObject({ currentPassword: currentPasswordSchema })

export const passwordAndCodeBody = z.strictObject({ currentPassword: currentPasswordSchema, code: signInCodeSchema })

export const userDisabledBody = z.strictObject({ disabled: z.boolean({ error: 'Disabled must be true or false' }) })

/** How long an entered code unlocks administration. */
export const codeFreshMs = 15 * 60_000

export type PasswordAndCode = z.input<typeof passwordAndCodeBody>

/** Types only, so that pages do not bundle the zod schemas. */
export type { OwnSessionAnswer, RecoveryCodesAnswer, SecondFactorAnswer, SecondFactorSetupAnswer, UserAccountAnswer } from './answers/account-answers.ts'
