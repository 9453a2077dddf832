import type { Sealed } from '../storage/stored-work.ts'

/**
 * Sealing: a one-time P-256 key per sealing, ECDH with the public key that the server issued for this device and user,
 * HKDF, AES-GCM. Nothing on the device can decrypt it.
 */

/** Browsers offer WebCrypto on https and localhost only. */
export const canSeal = (): boolean => globalThis.crypto?.subtle !== undefined

/** Decrypts what was sealed for `place`. Rejects if it was changed or sealed for another place. */
export type Opener = (sealed: Sealed, place: string) => Promise<ArrayBuffer>

/** `publicKey`: base64url; the server needs it to open the sealing. `open` works while this page has the key. */
export type Sealer = { publicKey: string; seal: (content: string | ArrayBuffer, place: string) => Promise<Sealed>; open: Opener }

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const

/** `publicKey`: the server's uncompressed point, base64url. @throws if the key is invalid or the browser has no WebCrypto */
export async function createSealer(publicKey: string): Promise<Sealer> {
  const { subtle } = globalThis.crypto
  const pair = await subtle.generateKey(curve, false, ['deriveBits'])
  const theirs = await subtle.importKey('raw', fromBase64url(publicKey), curve, false, [])
  const shared = await subtle.deriveBits({ name: 'ECDH', public: theirs }, pair.privateKey, 256)
  const own = new Uint8Array(await subtle.exportKey('raw', pair.publicKey))
  const key = await deriveKey(shared, own)
  return {
    publicKey: toBase64url(own),
    async seal(content, place) {
      const iv = globalThis.crypto.getRandomValues(new Uint8Array(12))
      const plain = typeof content === 'string' ? toBytes(content) : content
      return { iv, data: await subtle.encrypt({ name: 'AES-GCM', iv, additionalData: toBytes(place) }, key, plain) }
    },
    open: openWith(key),
  }
}

/** `shared`: the server's shared secret for the sealing's `publicKey`. */
export const createOpener = async (shared: string, publicKey: string): Promise<Opener> =>
  openWith(await deriveKey(fromBase64url(shared), fromBase64url(publicKey)))

const openWith =
  (key: CryptoKey): Opener =>
  ({ iv, data }, place) =>
    globalThis.crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: toBytes(place) }, key, data)

async function deriveKey(shared: BufferSource, salt: BufferSource): Promise<CryptoKey> {
  const { subtle } = globalThis.crypto
  const material = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  return subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info: toBytes('mainspring sealed work 1') },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

const toBytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

const toBase64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const fromBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.codePointAt(0) ?? 0)
