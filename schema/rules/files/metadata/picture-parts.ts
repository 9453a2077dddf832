export type Parts = readonly Uint8Array[]

export function joinParts(parts: Parts): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)

/** One byte per character. */
export const textToBytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

export const readText = (bytes: Uint8Array, from: number, length: number): string => String.fromCharCode(...bytes.subarray(from, from + length))
