import type { z } from 'zod'
import { errorBodySchema } from '#schema/api/answers/error-answer.ts'
import { allRoutes } from '../routes/all-routes.ts'
import { isJsonAnswer, type Route } from '../registry/registry.ts'

/** Validates HTTP answers against the route's declaration. */

export type ToldAnswer = { status: number; contentType: string | null; text: string }

/** Sorts fixed segments before parameters, as routes are mounted. */
const routeToPlace = ({ path }: Route): string => path.replaceAll(':', '~')

const patterns = [...allRoutes]
  .sort((one, other) => (routeToPlace(one) < routeToPlace(other) ? -1 : 1))
  .map((route) => ({ route, pattern: new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`) }))

const findRoute = (method: string, path: string): Route | undefined =>
  patterns.find(({ route, pattern }) => route.method === method && pattern.test(path))?.route

const isOfApi = (path: string): boolean => path.startsWith('/api/') || ['/healthz', '/livez', '/metrics', '/readyz'].includes(path)

/** @throws Error with the route and the invalid fields, when the route may not give this answer. */
export function assertContract(method: string, address: string, answer: ToldAnswer): void {
  const path = address.split('?', 1)[0] ?? ''
  if (!isOfApi(path) || method === 'HEAD' || method === 'OPTIONS') return
  const about = `${method} ${path} answered ${answer.status}`
  if (answer.status >= 400) return assertShape(errorBodySchema, answer, `${about}, whose body is no error body`)
  if (answer.status !== 200) return
  const route = findRoute(method, path)
  if (route === undefined) throw new Error(`${about}, though the registry has no such route`)
  if (isJsonAnswer(route.answer)) return assertShape(route.answer, answer, `${about}, other than its route declares`)
  const { mediaTypes } = route.answer
  if (mediaTypes.some((mediaType) => answer.contentType?.startsWith(mediaType))) return
  throw new Error(`${about} as ${answer.contentType}, though its route declares ${mediaTypes.join(', ')}`)
}

function assertShape(shape: z.ZodType, { contentType, text }: ToldAnswer, fault: string): void {
  if (contentType?.startsWith('application/json') !== true) throw new Error(`${fault}: ${contentType} instead of JSON`)
  const parsed = shape.safeParse(JSON.parse(text))
  if (parsed.success) return
  throw new Error(`${fault}: ${parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}\n${text.slice(0, 2_000)}`)
}
