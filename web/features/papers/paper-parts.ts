/** Papers per print job, limited by what a browser can lay out quickly. */
export const papersAtOnce = 200

export type PaperPart = { name: string; ids: readonly string[] }

const toText = (count: number): string => count.toLocaleString('en-US')

/** Parts in row order. */
export function toPaperParts(ids: readonly string[]): PaperPart[] {
  const count = Math.max(1, Math.ceil(ids.length / papersAtOnce))
  return Array.from({ length: count }, (_, place) => {
    const from = place * papersAtOnce
    const part = ids.slice(from, from + papersAtOnce)
    return { name: `${toText(place + 1)} of ${toText(count)}: orders ${toText(from + 1)} to ${toText(from + part.length)}`, ids: part }
  })
}
