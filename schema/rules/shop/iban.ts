/** 'de89 3704 0044 …' → 'DE8937040044…'; null where the length or the check digits (ISO 7064, mod 97) are wrong. */
export function toIban(typed: string): string | null {
  const iban = typed.replaceAll(/\s/g, '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban)) return null
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n === 1n ? iban : null
}
