import { createHash } from 'node:crypto'

/** The SHA-256 of bytes, or of a text in UTF-8, in hex. */
export const toSha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')
