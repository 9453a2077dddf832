/**
 * What a field of a form says of a wrong value, under the field's name and therefore without it. Schemas and the server say it in English, at more
 * length: web/language/shown-text.ts finds what is meant.
 */
export const rules = {
  required: 'This is needed.',
  tooLong: 'At most {max} characters.',
  // Without a limit that people need to know.
  muchTooLong: 'This is too long.',
  tooShort: 'At least {min} characters.',
  tooMany: 'At most {max} entries.',
  notValid: 'This is not valid.',
  notADate: 'This is not a valid date.',
  notInList: 'Choose one from the list.',
  amount: 'Enter an amount that is not negative.',
  wholeNumber: 'Enter a whole number from {min}.',
  wholeNumberTo: 'Enter a whole number from {min} to {max}.',
  // Whole sentences, by what schemas and server say. A login ID is the name that one signs in with.
  said: {
    'Country code must start with + and contain 1-4 digits (e.g., +1, +44)': 'Country code must start with + and contain 1-4 digits (e.g., +1, +44)',
    'Phone must contain only digits, 6-15 characters': 'Phone must contain only digits, 6-15 characters',
    'Invalid email format': 'Invalid email format',
    'Country must be a code of two letters such as US or DE': 'Country must be a code of two letters such as US or DE',
    'Language must be a tag such as en or de-CH': 'Language must be a tag such as en or de-CH',
    'Percent must be 0 to 100 with at most four decimals': 'Percent must be 0 to 100 with at most four decimals',
    'This IMEI has a wrong digit.': 'This IMEI has a wrong digit.',
    'Quantity must be a positive number with at most three decimals': 'Quantity must be a positive number with at most three decimals',
    'Passwords do not match': 'Passwords do not match',
    'Please provide a country code when entering a phone number.': 'Please provide a country code when entering a phone number.',
    'Please provide a country code when entering an alternate phone number.': 'Please provide a country code when entering an alternate phone number.',
    'Country code is required when phone number is provided': 'Country code is required when phone number is provided',
    'This login ID is already taken.': 'This login ID is already taken.',
    'Please enter a payment amount': 'Please enter a payment amount',
    'Please enter a cost amount': 'Please enter a cost amount',
    'Please enter a valid positive number for payment amount': 'Please enter a valid positive number for payment amount',
    'Please enter a valid positive number for cost amount': 'Please enter a valid positive number for cost amount',
    'Please enter a valid amount': 'Please enter a valid amount',
    'This is less than what is paid in cash.': 'This is less than what is paid in cash.',
    'Please enter a reason': 'Please enter a reason',
    'Nothing of this payment is left. It was refunded already.': 'Nothing of this payment is left. It was refunded already.',
    'This payment was refunded, so it stays as it is. Delete its refund first.': 'This payment was refunded, so it stays as it is. Delete its refund first.',
    'The day of this payment is closed, so it stays as it is. Refund it.': 'The day of this payment is closed, so it stays as it is. Refund it.',
    'An invoice was issued after this payment, so it stays as it is. Refund it.': 'An invoice was issued after this payment, so it stays as it is. Refund it.',
    'An invoice was issued after this refund, so it stays as it is. Take a payment.':
      'An invoice was issued after this refund, so it stays as it is. Take a payment.',
    'Quantity must be a whole number for parts from stock': 'Quantity must be a whole number for parts from stock',
    'Enter what goes off': 'Enter what goes off',
  },
}
