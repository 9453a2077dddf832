import { z } from 'zod'
import type { Privilege } from '../privileges.ts'
import type { SessionUser } from './sync.ts'

/** `POST /api/login`; `user_id` is the login id typed as Username (AMB-07). */
export const loginBodySchema = z.object({
  user_id: z
    .string({ error: 'Username is required' })
    .max(200, { error: 'Username is too long' })
    .refine((text) => text.trim() !== '', { error: 'Username is required' }),
  password: z
    .string({ error: 'Password is required' })
    .max(1000, { error: 'Password is too long' })
    .refine((text) => text !== '', { error: 'Password is required' }),
})

/** Answer of `POST /api/login` and `GET /api/auth/me` (DATA-02). */
export type SignedInAnswer = { user: SessionUser }

/** Answer of `GET /api/auth/privileges` (DATA-03). */
export type PrivilegesAnswer = { privileges: Privilege[] }
