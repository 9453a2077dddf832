import { texts } from '#schema/language/compiled/textParts/textParts-en.ts'
import { countTextParts, toGsmText } from '#schema/values/messages/text-parts.ts'
import { toTexts } from './staff-texts.ts'

const t = toTexts('textParts', texts)

/** '2 texts (201 of 306 letters)', of the text as it is sent. */
export function describeTextParts(text: string): string {
  const { foreign, ...counts } = countTextParts(toGsmText(text))
  return foreign.length === 0 ? t.parts(counts) : t.shorterParts({ ...counts, signs: foreign.slice(0, 3).join(' '), count: foreign.length })
}
