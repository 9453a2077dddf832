import { z } from 'zod'
import { answerId } from '../answer-shape.ts'

/** Key agreement: a device encrypts unsent work at sign-out and decrypts it at the same user's next sign-in. */

/** Uncompressed P-256 point, 65 bytes. */
const pointSchema = z
  .string({ error: 'Public key is required' })
  .regex(/^B[A-Za-z0-9_-]{86}$/, { error: 'Public key is not one of P-256' })
  .meta({ description: 'Public key of P-256, uncompressed, as base64url' })

export const deviceKeyBody = z.strictObject({ deviceId: z.string({ error: 'Device is required' }).min(1).max(100) })

export const deviceKeyAnswer = z.strictObject({ id: answerId(), publicKey: pointSchema }).meta({ id: 'DeviceKey' })

export type DeviceKeyAnswer = z.infer<typeof deviceKeyAnswer>

export const deviceKeyOpenBody = z.strictObject({ publicKey: pointSchema })

export const deviceKeyOpenAnswer = z
  .strictObject({ shared: z.string().meta({ description: 'What the two keys agree upon by ECDH: 32 bytes as base64url' }) })
  .meta({ id: 'DeviceKeyOpening' })

export type DeviceKeyOpenAnswer = z.infer<typeof deviceKeyOpenAnswer>
