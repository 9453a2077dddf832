import { z } from 'zod'
import { AppError } from '#schema/errors.ts'
import { isDatabaseAnswering } from '../access/health.ts'
import { defineRoute, type Route } from './registry.ts'

export const systemRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/healthz',
    summary: 'Is the server up and does its database answer?',
    access: { who: 'anyone' },
    answer: z.strictObject({ ok: z.literal(true) }),
    handler: async ({ services }) => {
      if (!(await isDatabaseAnswering(services.reader))) throw new AppError('UNAVAILABLE', 'The database does not answer.')
      return { ok: true as const }
    },
  }),
]
