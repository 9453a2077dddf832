import type { RulesTexts } from '#schema/language/compiled/rules/rules-type.ts'
import type { StaffTexts } from '#schema/language/compiled/staff/staff-type.ts'
import type { ErrorCode } from '#schema/errors.ts'
import { countToText } from './staff-texts.ts'

/** Fetched only where the page's language is another than English. */

type Say = (rules: RulesTexts, values: readonly string[], texts: StaffTexts) => string

/** How schemas, server and device word what is wrong; whole sentences without values stand in `rules.said`. */
const meanings: readonly (readonly [pattern: RegExp, say: Say])[] = [
  // Always the field's name, then one of these.
  [/ is required$/, (rules) => rules.required()],
  [/ must be at most ([\d,]+) characters$/, (rules, [max = '']) => rules.tooLong({ max: toCount(max) })],
  [/ is too long$/, (rules) => rules.muchTooLong()],
  [/ must be at least ([\d,]+) characters$/, (rules, [min = '']) => rules.tooShort({ min: toCount(min) })],
  [/ must have (\d+) to (\d+) characters$/, (rules, [min = '', max = '']) => rules.codeLength({ min, max })],
  [/^An? .+ can have ([\d,]+) [a-z]+$/, (rules, [max = '']) => rules.tooMany({ max: toCount(max) })],
  [/ is not a valid date$/, (rules) => rules.notADate()],
  [/ must be one of .+$/, (rules) => rules.notInList()],
  [/ must be a valid positive number$/, (rules) => rules.amount()],
  [/ must be a positive integer$/, (rules) => rules.wholeNumber({ min: 0 })],
  [/ must be a whole number from (\d+)$/, (rules, [min = '']) => rules.wholeNumber({ min })],
  [/ must be a whole number from (\d+) to ([\d,]+)$/, (rules, [min = '', max = '']) => rules.wholeNumberTo({ min, max: toCount(max) })],
  [/ must be (?:from )?(\d+) to (\d+)(?: mm)?$/, (rules, [min = '', max = '']) => rules.between({ min, max })],
  [/ can have up to (\d+) of A-Z, /, (rules, [max = '']) => rules.prefix({ max })],
  [/ must hold \{0000\} once /, (rules) => rules.numberFormat()],
  [
    / is not valid$| must be (?:text|true or false|a list|an object .+|a whole number of .+|photo, document or signature|64 hex .+)$/,
    (rules) => rules.notValid(),
  ],
  [/ was deleted in the meantime$/, (rules) => rules.goneMeanwhile()],
  [/ does not exist(?: in this shop)?$/, (rules) => rules.notHere()],
  // Whole sentences.
  [/ have no decimals\.$/, (rules) => rules.noDecimals()],
  [/^There is no \{(.*)\}\. Use /, (rules, [name = '']) => rules.placeholder({ name })],
  [/^Only (.+) of this payment is left\.$/, (rules, [left = '']) => rules.leftOfPayment({ left })],
  [/^Only (.+) of this line is left to take back\.$/, (rules, [left = '']) => rules.leftToTakeBack({ left })],
  [/^Only (.+) (?:was|were) ordered, /, (rules, [count = '']) => rules.ordered({ count })],
  [/^Only (.+) of invoice (.+) is left to credit\.$/, (rules, [left = '', number = '']) => rules.leftToCredit({ left, number })],
  [/^All of invoice (.+) is credited already\.$/, (rules, [number = '']) => rules.allCredited({ number })],
  [/^Invoice (.+) is issued\. To issue /, (rules, [number = '']) => rules.standing({ number })],
  [/^(.+) is issued already\.$/, (rules, [number = '']) => rules.issued({ number })],
  [/^(.+) was issued for this order, /, (rules, [number = '']) => rules.orderStays({ number })],
  [/^This is the last user with (\w+)\./, (rules, [privilege = '']) => rules.lastHolder({ privilege })],
  [/^(\w+) reaches beyond the chosen shops\./, (rules, [privilege = '']) => rules.tooWide({ privilege })],
  [/^Categories can lie at most (\d+) levels deep$/, (rules, [max = '']) => rules.levels({ max })],
  [/^This was deleted more than (\d+) days ago /, (rules, [days = '']) => rules.tooOld({ days })],
  [/^An order can hold (\d+) files\.$/, (rules, [max = '']) => rules.filesFull({ max })],
  [/^A shop can have (\d+) webhooks\./, (rules, [max = '']) => rules.webhooksFull({ max })],
  [/^You have (\d+) API tokens, /, (rules, [max = '']) => rules.tokensFull({ max })],
  [/^The message was not sent: (.+)$/, (rules, [reason = ''], texts) => rules.notSent({ reason: messageToWords(texts, reason) ?? reason })],
  [/^No sender is set up: written to (.+)\.$/, (rules, [file = '']) => rules.noSender({ file })],
  [/^The order was set to (.+) after this was written\./, (rules, [status = ''], texts) => rules.orderLeft({ status: toStatus(texts, status) })],
  [
    /^The browser removed the local data of this device; it is being fetched again\.(?: (\d+) changes? .*? kept\.)?(?: (\d+) changes? .*? lost\.)?$/,
    (rules, [kept = '0', lost = '0']) => rules.removed({ kept: Number(kept), lost: Number(lost) }),
  ],
  [/^The browser removed the local data of this device\. (\d+) /, (rules, [count = '']) => rules.onlyHere({ count: Number(count) })],
]

/** The message in the language of the texts; by the code of the error where no words are known. */
export function messageToWords(texts: StaffTexts, message: string, code?: ErrorCode): string | undefined {
  const { rules, errors } = texts
  const sentences: Partial<Record<string, () => string>> = rules.said
  if (Object.hasOwn(sentences, message)) return sentences[message]?.()
  for (const [pattern, say] of meanings) {
    const found = pattern.exec(message)
    if (found !== null) return say(rules, found.slice(1), texts)
  }
  return code && errors[code]()
}

const toStatus = ({ words }: StaffTexts, name: string): string => (words.status as Partial<Record<string, () => string>>)[name]?.() ?? name

/** '20,000' as the reader's language writes it, '3650' as it is. */
const toCount = (written: string): string => (written.includes(',') ? countToText(Number(written.replaceAll(',', ''))) : written)
