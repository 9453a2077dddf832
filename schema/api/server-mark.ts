/** Header of every response: `Mainspring-Server: 1; 0198c1c2-…`, the sync protocol version and the database's id. */
export const serverMarkHeader = 'Mainspring-Server'

type ServerMark = { protocol: number; serverId: string }

export const formatServerMark = ({ protocol, serverId }: ServerMark): string => `${protocol}; ${serverId}`

/** Later versions may append after another semicolon. */
const markPattern = /^(\d{1,4}); ?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:;.*)?$/

/** @returns undefined if the header is not ours, so that another server answered */
export function parseServerMark(text: string | null | undefined): ServerMark | undefined {
  const [, protocol, serverId] = markPattern.exec(text?.trim() ?? '') ?? []
  return protocol === undefined || serverId === undefined ? undefined : { protocol: Number(protocol), serverId }
}
