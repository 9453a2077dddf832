import { z } from 'zod'
import { privilegeNameAnswer, userAnswer } from './answers/sync-answers.ts'

/** `POST /api/login`. `user_id` is the login id; `code` is for users with a second factor. */
export const loginBodySchema = z.object({
  user_id: z
    .string({ error: 'Username is required' })
    .max(200, { error: 'Username is too long', abort: true })
    .refine((text) => text.trim() !== '', { error: 'Username is required' })
    .meta({ minLength: 1, description: 'The login ID' }),
  password: z
    .string({ error: 'Password is required' })
    .max(1000, { error: 'Password is too long', abort: true })
    .refine((text) => text !== '', { error: 'Password is required' })
    .meta({ minLength: 1 }),
  /** Ignored for users without a second factor. */
  code: z
    .string({ error: 'Code must be a text' })
    .max(100, { error: 'Code is too long' })
    .optional()
    .meta({ description: 'Six digits from the app, or a recovery code, of people who sign in with them' }),
})

export const signedInAnswer = z.strictObject({ user: userAnswer })

export const privilegesAnswer = z.strictObject({ privileges: z.array(privilegeNameAnswer) })
