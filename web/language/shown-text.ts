import type { RulesTexts } from '#schema/language/compiled/rules/rules-type.ts'
import type { ErrorCode } from '#schema/errors.ts'
import { countToText, findTexts } from './staff-texts.ts'

type Meaning = readonly [pattern: RegExp, say: (rules: RulesTexts, values: readonly string[]) => string]

/** How the schemas word what is wrong: always the field's name, then one of these. */
const meanings: readonly Meaning[] = [
  [/ is required$/, (rules) => rules.required()],
  [/ must be at most ([\d,]+) characters$/, (rules, [max = '']) => rules.tooLong({ max: toCount(max) })],
  [/ is too long$/, (rules) => rules.muchTooLong()],
  [/ must be at least ([\d,]+) characters$/, (rules, [min = '']) => rules.tooShort({ min: toCount(min) })],
  [/^An? .+ can have ([\d,]+) [a-z]+$/, (rules, [max = '']) => rules.tooMany({ max: toCount(max) })],
  [/ is not a valid date$/, (rules) => rules.notADate()],
  [/ must be one of .+$/, (rules) => rules.notInList()],
  [/ must be a valid positive number$/, (rules) => rules.amount()],
  [/ must be a positive integer$/, (rules) => rules.wholeNumber({ min: 0 })],
  [/ must be a whole number from (\d+)$/, (rules, [min = '']) => rules.wholeNumber({ min })],
  [/ must be a whole number from (\d+) to (\d+)$/, (rules, [min = '', max = '']) => rules.wholeNumberTo({ min, max })],
  [
    / is not valid$| must be (?:text|true or false|a list|an object .+|a whole number of .+|photo, document or signature|64 hex .+)$/,
    (rules) => rules.notValid(),
  ],
]

/** What schemas and server say in English, as the reader reads it; by the code of the error where no words are known. */
export function toShownText(message: string, code?: ErrorCode): string {
  const rules = findTexts('rules')
  if (rules === undefined) return message
  const sentences: Partial<Record<string, () => string>> = rules.said
  if (Object.hasOwn(sentences, message)) return sentences[message]?.() ?? message
  for (const [pattern, say] of meanings) {
    const found = pattern.exec(message)
    if (found !== null) return say(rules, found.slice(1))
  }
  return (code === undefined ? undefined : findTexts('errors')?.[code]()) ?? message
}

/** '20,000' as the reader's language writes it. */
const toCount = (written: string): string => countToText(Number(written.replaceAll(',', '')))
