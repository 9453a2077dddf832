import { toSavedName } from '#schema/rules/files/file-type.ts'

/** Images may be shown inline; other types are downloaded. The name comes from users and is encoded (RFC 8187). */
export function toDisposition(givenName: string, mimeType: string): string {
  const fileName = toSavedName(givenName, mimeType)
  const how = mimeType.startsWith('image/') ? 'inline' : 'attachment'
  const plain = fileName.replaceAll(/[^\w. -]/g, '_')
  // A lone surrogate cannot be encoded.
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
