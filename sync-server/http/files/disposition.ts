/** Pictures may be shown where they are; anything else is saved. The name comes from people: all but plain letters is encoded (RFC 8187). */
export function toDisposition(fileName: string, mimeType: string): string {
  const how = mimeType.startsWith('image/') ? 'inline' : 'attachment'
  const plain = fileName.replaceAll(/[^\w. -]/g, '_')
  // A lone half of a surrogate pair has no encoding.
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
