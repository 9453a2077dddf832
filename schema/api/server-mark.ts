/** Every answer of the server says whose it is: `Mainspring-Server: 1; 0198c1c2-…`, the sync protocol and the id of the database. */
export const serverMarkHeader = 'Mainspring-Server'

export type ServerMark = { protocol: number; serverId: string }

export const formatServerMark = ({ protocol, serverId }: ServerMark): string => `${protocol}; ${serverId}`

/** Accepts additions of later versions after another semicolon. */
const markPattern = /^(\d{1,4}); ?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:;.*)?$/

/** @returns undefined for what is no mark: then somebody else answered */
export function parseServerMark(text: string | null | undefined): ServerMark | undefined {
  const [, protocol, serverId] = markPattern.exec(text?.trim() ?? '') ?? []
  return protocol === undefined || serverId === undefined ? undefined : { protocol: Number(protocol), serverId }
}
