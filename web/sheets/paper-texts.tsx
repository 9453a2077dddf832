import { createContext, type ReactNode, useContext } from 'react'
import { loadPapersTexts } from '#schema/language/compiled/papers/load-papers.ts'
import { texts as english } from '#schema/language/compiled/papers/papers-en.ts'
import type { PapersTexts } from '#schema/language/compiled/papers/papers-type.ts'
import { defaultLanguage, type Language } from '#schema/language/pick-language.ts'

const held = new Map<Language, PapersTexts>([[defaultLanguage, english]])
const TextsContext = createContext<PapersTexts>(english)

/** To be awaited before a paper in one of these languages is shown. A language that cannot be loaded is printed in English. */
export async function loadPaperTexts(languages: readonly Language[]): Promise<void> {
  const missing = [...new Set(languages)].filter((language) => !held.has(language))
  await Promise.all(missing.map(async (language) => void held.set(language, await loadPapersTexts[language]()))).catch(() => {})
}

/** What stands in it is in the customer's language, whatever the app around it is in. */
export function PaperLanguage({ language, children }: { language: Language; children: ReactNode }) {
  return <TextsContext value={held.get(language) ?? english}>{children}</TextsContext>
}

export const usePaperTexts = (): PapersTexts => useContext(TextsContext)

/** 'Paid Mar 4, 2026, cash'; a method of another program as it is. */
export function paymentToText(t: PapersTexts, { amount, date, method }: { amount: number; date: string; method: string | null }): string {
  const text = amount < 0 ? t.refundedOn({ date }) : t.paidOn({ date })
  const [, toText] = Object.entries(t.method).find(([name]) => name === method) ?? []
  return method === null ? text : `${text}, ${toText?.() ?? method.toLowerCase()}`
}
