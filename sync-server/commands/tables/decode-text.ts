import type { TextEncoding } from '#schema/rules/import/text-encoding.ts'

/** The text of a file without its byte order mark; what cannot be read shows as U+FFFD. */
export const decodeText = (bytes: Uint8Array, encoding: TextEncoding): string => new TextDecoder(encoding).decode(bytes)
