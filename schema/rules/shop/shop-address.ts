import { type Address, addressToLines } from '../customers/address-lines.ts'

/** As the shop writes its own, without its country; null where no part of it is set. */
export function partsToAddress(parts: Address): string | null {
  const lines = addressToLines(parts, { ownCountry: parts.country, locale: 'en' })
  return lines.length === 0 ? null : lines.join('\n')
}

/** The text that a shop has written itself; null where it says what the parts say, and so follows them. */
export const toOwnAddress = (address: string | null, parts: Address): string | null => (address === partsToAddress(parts) ? null : address)
