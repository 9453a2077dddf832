type Values = Readonly<Record<string, unknown>>

/**
 * A customer marked as without a phone has none, and one who gets a number is no longer marked. Of a mark and a number
 * that come together the number stays.
 */
export function findCustomerFollowUps(
  before: Values | undefined,
  after: Values,
): { phone?: null; countryCode?: null; phoneUnconfirmed?: false; noPhone?: false } {
  if (after['noPhone'] !== true || typeof after['phone'] !== 'string') return {}
  const isNewlyMarked = before?.['noPhone'] === false && before['phone'] === after['phone']
  return isNewlyMarked ? { phone: null, countryCode: null, phoneUnconfirmed: false } : { noPhone: false }
}
