import type { Sealed } from '../storage/stored-work.ts'

/**
 * How what a person leaves on a device is sealed: a one-time key of P-256 for each sealing, agreed (ECDH) with the public key that the
 * server gave this device for this person; from that, by HKDF, a key for AES-GCM. Nothing on the device opens it again.
 */

/** Browsers give it on https and localhost only. */
export const canSeal = (): boolean => globalThis.crypto?.subtle !== undefined

/** Opens what was sealed for the place. It rejects what was changed, or lay in another place. */
export type Opener = (sealed: Sealed, place: string) => Promise<ArrayBuffer>

/** `publicKey`: what must be shown to the server to open it again, base64url. `open`: for as long as this page has the key. */
export type Sealer = { publicKey: string; seal: (content: string | ArrayBuffer, place: string) => Promise<Sealed>; open: Opener }

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const

/** `publicKey`: of the server, base64url of an uncompressed point. @throws where it is no such key, or the browser has no WebCrypto */
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

/** `shared`: what the server agreed upon with the sealing's `publicKey`. */
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
