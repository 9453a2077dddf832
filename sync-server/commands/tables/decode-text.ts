import type { TextEncoding } from '#schema/rules/import/text-encoding.ts'

/** Decodes a file without its byte order mark; undecodable bytes become U+FFFD. */
export const decodeText = (bytes: Uint8Array, encoding: TextEncoding): string => new TextDecoder(encoding).decode(bytes)
