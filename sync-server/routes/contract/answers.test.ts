import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { errorBodySchema } from '#schema/api/answers/error-answer.ts'
import { allRoutes } from '../all-routes.ts'
import { emptyAnswer, isJsonAnswer, type Route } from '../../registry/registry.ts'

type JsonSchema = Record<string, unknown>

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null

/** All nested schemas, including the schema itself. */
const walk = (value: unknown): JsonSchema[] => (isSchema(value) ? [...(Array.isArray(value) ? [] : [value]), ...Object.values(value).flatMap(walk)] : [])

const propertiesOf = (schema: JsonSchema): JsonSchema => (isSchema(schema['properties']) ? schema['properties'] : {})

const nameOf = ({ method, path }: Route): string => `${method} ${path}`

const jsonAnswers = allRoutes.flatMap((route) => (isJsonAnswer(route.answer) ? [{ name: nameOf(route), answer: route.answer }] : []))

/** Fields that reveal a secret once to its owner, or only whether one is set. */
const toldOnPurpose: readonly string[] = [
  'hasAccessCode',
  'POST /api/users/create-with-optional-credentials password',
  'POST /api/profile/tokens token',
  'POST /api/profile/second-factor secret',
  'POST /api/:shopId/webhooks secret',
]

describe('every route', () => {
  it('declares the shape of its answer, or what else it answers', () => {
    for (const route of allRoutes) {
      const { answer } = route
      expect(isJsonAnswer(answer) || answer.mediaTypes.length > 0, nameOf(route)).toBe(true)
    }
  })

  it('declares a shape that JSON Schema can say, without a second shape of the same name', () => {
    for (const { name, answer } of jsonAnswers) expect(() => z.toJSONSchema(answer, { io: 'output' }), name).not.toThrow()
    expect(() => z.toJSONSchema(z.tuple([errorBodySchema, ...jsonAnswers.map(({ answer }) => answer)]), { io: 'output' })).not.toThrow()
  })

  it('answers no field that nobody declared', () => {
    const open = jsonAnswers.filter(({ answer }) =>
      walk(z.toJSONSchema(answer, { io: 'output' })).some(
        (schema) => isSchema(schema['properties']) && schema['type'] === 'object' && schema['additionalProperties'] !== false,
      ),
    )
    // OpenAPI defines the shape of this document.
    expect(open.map(({ name }) => name).filter((name) => name !== 'GET /api/openapi.json')).toEqual([])
  })

  it('answers no secret', () => {
    const found = jsonAnswers.flatMap(({ name, answer }) =>
      walk(z.toJSONSchema(answer, { io: 'output' }))
        .flatMap((schema) => Object.keys(propertiesOf(schema)))
        .filter((field) => /password|secret|hash|token|otp|access_?code|^sid$/i.test(field) && !toldOnPurpose.includes(field))
        .map((field) => `${name} ${field}`),
    )
    expect(found.filter((field) => !toldOnPurpose.includes(field))).toEqual([])
  })
})

/** These create no row, or must not reveal which one. */
const postsWithoutRow: readonly string[] = [
  'POST /api/login',
  'POST /api/logout',
  'POST /api/:shopId/estimates/:id/send',
  'POST /api/:shopId/imports',
  'POST /api/:shopId/message-rules/try',
  'POST /api/:shopId/invoices/:id/links',
  'POST /api/:shopId/orders/:id/links',
  'POST /api/:shopId/stock-takes/:takeId/apply',
  'POST /api/:shopId/stock-takes/:takeId/undo',
  'POST /api/:shopId/webhooks/:id/test',
  'POST /api/backups',
  'POST /api/profile/second-factor',
  'POST /api/profile/second-factor/code',
  'POST /api/profile/second-factor/off',
  'POST /api/profile/second-factor/recovery-codes',
  'POST /api/shops/:shopId/orders/:id/dropoff-checklist-selections',
  'POST /api/:shopId/categories/bulk',
  'POST /api/:shopId/customers/send-otp',
  'POST /api/:shopId/customers/verify-otp',
  'POST /api/:shopId/customers/verify-access',
  'POST /api/public/:shopId/customers',
  'POST /api/public/:shopId/orders/:id/links',
  'POST /api/public/:shopId/sign-out',
  'POST /api/public/estimates/:token/decision',
  'POST /api/public/order-links/:token/estimate',
  'POST /api/public/order-links/:token/messages',
  'POST /api/sync/pull',
  'POST /api/sync/device-keys/:id/open',
  'POST /api/sync/digest',
  'POST /api/sync/numbers',
  'POST /api/sync/numbers/return',
  'POST /api/sync/notices/dismiss',
  'POST /api/sync/push',
]

describe('a write answers as AMB-154 says', () => {
  it('DELETE with {}', () => {
    expect(allRoutes.filter(({ method, answer }) => method === 'DELETE' && answer !== emptyAnswer).map(nameOf)).toEqual([])
  })

  it('POST with what it made, by its id', () => {
    const without = jsonAnswers.filter(({ name, answer }) => name.startsWith('POST ') && !(answer instanceof z.ZodObject && 'id' in answer.shape))
    expect(without.map(({ name }) => name).sort()).toEqual(postsWithoutRow.toSorted())
  })
})
