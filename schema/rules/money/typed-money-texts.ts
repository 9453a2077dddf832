/** What the forms of payments and costs say of a wrong value. */
export const typedMoneyTexts = {
  missing: { payment: 'Please enter a payment amount', cost: 'Please enter a cost amount' },
  wrong: { payment: 'Please enter a valid positive number for payment amount', cost: 'Please enter a valid positive number for cost amount' },
  givenWrong: 'Please enter a valid amount',
  givenTooLittle: 'This is less than what is paid in cash.',
  noteTooLong: 'Note must be at most 1,000 characters',
} as const
