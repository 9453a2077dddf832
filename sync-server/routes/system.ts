import { z } from 'zod'
import { AppError } from '#schema/errors.ts'
import { isDatabaseAnswering, isDatabaseTakingWrites } from '../operations/health.ts'
import { defineRoute, type Route } from '../registry/registry.ts'

const okAnswer = z.strictObject({ ok: z.literal(true) })

export const systemRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/healthz',
    summary: 'Is the server up and does its database answer?',
    access: { who: 'anyone' },
    answer: okAnswer,
    handler: async ({ services }) => {
      if (!(await isDatabaseAnswering(services.reader))) throw new AppError('UNAVAILABLE', 'The database does not answer.')
      return { ok: true as const }
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/livez',
    summary: 'Does the process live? Says nothing about its database',
    access: { who: 'anyone' },
    answer: okAnswer,
    handler: async () => ({ ok: true as const }),
  }),
  defineRoute({
    method: 'GET',
    path: '/readyz',
    summary: 'Can the server read and write? Writes a row, once a second at most',
    access: { who: 'anyone' },
    answer: okAnswer,
    handler: async ({ services }) => {
      if (!(await isDatabaseTakingWrites(services))) throw new AppError('UNAVAILABLE', 'The database cannot be written to.')
      return { ok: true as const }
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/metrics',
    summary: 'Figures of the server for Prometheus',
    access: { who: 'operator' },
    answer: { mediaTypes: ['text/plain'], description: 'The text format of Prometheus' },
    handler: async ({ c, services: { metrics } }) => c.body(await metrics.render(), 200, { 'Content-Type': metrics.contentType }),
  }),
]
