import { createMiddleware } from 'hono/factory'
import { formatServerMark, serverMarkHeader } from '#schema/api/server-mark.ts'
import { protocolVersion } from '#schema/api/sync.ts'
import type { AppEnv } from '../app-env.ts'

export const serverIdToMark = (serverId: string): Record<string, string> => ({ [serverMarkHeader]: formatServerMark({ protocol: protocolVersion, serverId }) })

/** Marks every response, errors included, so that devices can tell the server from a proxy or a login page. */
export const markAnswers = (serverId: string) => {
  const mark = serverIdToMark(serverId)
  return createMiddleware<AppEnv>(async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(mark)) c.res.headers.set(name, value)
  })
}
