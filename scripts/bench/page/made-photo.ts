export type MadePhoto = { content: ArrayBuffer; thumbnail: ArrayBuffer; sha256: string }

/** Of a JPEG the first bytes only, by which its type is told; the rest is chance, as well compressed pictures are. */
const jpegStart = [0xff, 0xd8, 0xff, 0xe0]
/** As much as the browser gives at once. */
const chanceBytes = 65_536

export async function makePhoto(bytes: number, thumbnailBytes: number): Promise<MadePhoto> {
  const content = makeBytes(bytes)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', content))
  return { content, thumbnail: makeBytes(thumbnailBytes), sha256: Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('') }
}

function makeBytes(count: number): ArrayBuffer {
  const bytes = new Uint8Array(count)
  for (let start = 0; start < count; start += chanceBytes) crypto.getRandomValues(bytes.subarray(start, Math.min(count, start + chanceBytes)))
  bytes.set(jpegStart)
  return bytes.buffer
}
