import type { PublicEstimate } from '#schema/api/links/estimates.ts'

/** What this tab keeps of a link: the name as typed, the id of the press, and what was answered, as a used link shows nothing any more. */
export type KeptAnswer = { name: string; press: string; answered: PublicEstimate | null }

const keyOf = (token: string): string => `estimate-${token}`

export function readKeptAnswer(token: string, newId: () => string): KeptAnswer {
  const empty: KeptAnswer = { name: '', press: newId(), answered: null }
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(keyOf(token)) ?? 'null')
    // Only this page writes it.
    return kept === null ? empty : { ...empty, ...(kept as Partial<KeptAnswer>) }
  } catch {
    return empty
  }
}

/** Ignores a browser that forbids storage: it then lasts as long as the page. */
export function keepAnswer(token: string, kept: KeptAnswer): void {
  try {
    window.sessionStorage.setItem(keyOf(token), JSON.stringify(kept))
  } catch {
    // Nothing is lost that the page does not hold itself.
  }
}
