export type FileType = 'image/png' | 'image/jpeg' | 'image/webp' | 'application/pdf'

const isAt = (bytes: Uint8Array, place: number, wanted: readonly number[]): boolean => wanted.every((byte, index) => bytes[place + index] === byte)

const toCodes = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0))

const png = [0x89, ...toCodes('PNG'), 0x0d, 0x0a, 0x1a, 0x0a]
const jpeg = [0xff, 0xd8, 0xff]
const [riff, webp, pdf] = [toCodes('RIFF'), toCodes('WEBP'), toCodes('%PDF-')]

/**
 * File type by its first bytes, whatever its name or declared type; null for unsupported types. SVG and HTML match none
 * of these signatures.
 */
export function bytesToFileType(bytes: Uint8Array): FileType | null {
  if (isAt(bytes, 0, png)) return 'image/png'
  if (isAt(bytes, 0, jpeg)) return 'image/jpeg'
  if (isAt(bytes, 0, riff) && isAt(bytes, 8, webp)) return 'image/webp'
  return isAt(bytes, 0, pdf) ? 'application/pdf' : null
}

const endingsByType: Readonly<Record<FileType, readonly string[]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
  'application/pdf': ['pdf'],
}

/** The name under which a file is saved: with the ending of its type, whatever the sender called it. */
export function toSavedName(fileName: string, mimeType: string): string {
  const [ending, ...others] = Object.hasOwn(endingsByType, mimeType) ? endingsByType[mimeType as FileType] : []
  const [, stem = fileName, given] = /^(.*)\.([a-z][a-z0-9]{0,9})$/is.exec(fileName) ?? []
  if (ending === undefined || [ending, ...others].includes(given?.toLowerCase() ?? '')) return fileName
  return `${stem}.${ending}`
}
