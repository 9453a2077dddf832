import { createHash } from 'node:crypto'

/** Hex SHA-256 of bytes or of UTF-8 text. */
export const toSha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')
