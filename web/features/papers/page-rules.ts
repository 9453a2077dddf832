import type { PaperSize } from './paper.ts'

/** The @page rules. A roll's page ends after the last line. */
export function toPageRules(size: PaperSize, heightsMm: readonly number[]): string {
  const page = (name: string, heightMm: number, marginMm: number): string => `@page ${name}{ size: ${size.widthMm}mm ${heightMm}mm; margin: ${marginMm}mm }`
  if (size.heightMm !== null) return page('', size.heightMm, size.marginMm)
  const longest = Math.max(1, ...heightsMm)
  // The first rule is for browsers without named pages.
  return [page('', longest, 0), ...heightsMm.map((heightMm, place) => page(`roll${place} `, heightMm, 0))].join('\n')
}
