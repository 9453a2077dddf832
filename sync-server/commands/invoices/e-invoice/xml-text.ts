// Written with escapes: the characters themselves would be invisible here.
const illegal = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** Without what XML 1.0 cannot hold; undefined for nothing, since no element may be empty. */
export function toXmlText(text: string | null): string | undefined {
  const legal = (text ?? '').replaceAll(illegal, '').trim()
  return legal === '' ? undefined : legal
}
