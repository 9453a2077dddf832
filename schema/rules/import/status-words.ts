import { foldText } from '../../values/customer-match.ts'
import { type OrderStatusName, orderStatusIdByName, orderStatuses } from '../../values/order-status.ts'

/** Patterns of other systems' statuses; the first match counts, so finished statuses come first. */
const words: readonly (readonly [RegExp, OrderStatusName])[] = [
  [/cancel|declin|reject|refus|storn|void/, 'Cancelled'],
  [/not fixable|unfixable|unrepair|not repair|beyond repair|\bber\b|cannot be|can t be|no fix|irrepar|end of life/, 'Not Fixable'],
  [/recycl|dispos|scrap/, 'Recycled'],
  [/pick(ed)? ?up ready|ready (for|to) (pick|collect)|to be (picked|collected)|await\w* (pick|collect)|customer notified|call(ed)? customer/, 'Fixed'],
  [/picked|collect|deliver|handed|returned|closed|issued|resolved|archiv|invoiced|\bpaid\b|abgeholt/, 'Picked up'],
  [/wait\w* (for |on )?(customer|client)|customer reply|await\w* (customer|client)|for information|info/, 'Waiting for information'],
  [/approv|quote|estimate|confirm|authoriz|authoris/, 'Waiting For Approval'],
  [/part.*(unavailable|not available|discontinued)/, 'Part Not Available'],
  [/part|spare|order(ed)?\b.*(in|arriv)|on order|back ?order/, 'Waiting For Part'],
  [/\blab\b|outsourc|sent out|third party/, 'In the Lab'],
  [/fixed|repaired|ready|done|complet|finish|fertig|repariert/, 'Fixed'],
  [/progress|repairing|in repair|in work|bench|started|working|rework|qualit|test/, 'In Progress'],
  [/drop|checked in|received|check in|accepted/, 'Dropped Off'],
  [/lead|appointment|booked|schedul|inquir|request/, 'Lead'],
  [/diagnos|inspect|new|open|pending/, 'Diagnosis'],
]

const idByFoldedName = new Map(orderStatuses.map(({ id, statusName }) => [foldText(statusName), id]))

/** `isKnown` false: no pattern matches, and the caller keeps the text. */
export function readStatus(text: string): { id: string; isKnown: boolean } {
  const folded = foldText(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const own = idByFoldedName.get(foldText(text.trim())) ?? idByFoldedName.get(folded)
  if (own !== undefined) return { id: own, isKnown: true }
  const name = words.find(([pattern]) => pattern.test(folded))?.[1]
  return { id: orderStatusIdByName[name ?? 'Diagnosis'], isKnown: name !== undefined || folded === '' }
}
