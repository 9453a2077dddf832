import { formatServerMark, serverMarkHeader } from '#schema/api/server-mark.ts'
import { protocolVersion } from '#schema/api/sync.ts'

export const testServerId = '5e12fe12-0000-4000-8000-000000000001'

export const toServerMark = (serverId: string): Record<string, string> => ({ [serverMarkHeader]: formatServerMark({ protocol: protocolVersion, serverId }) })

/** For tests that answer in place of the server: without these headers the device ignores the response. */
export const testServerMark = toServerMark(testServerId)
