/** Fields and messages of the customer's form. */
export const customerForm = {
  noPhone: 'No phone',
  altCountryCode: 'Alt Country Code',
  region: 'State or Region',
  taxExempt: 'Tax exempt',
  // Why the customer pays no tax.
  reason: 'Reason',
  invalidEmail: 'Invalid email address',
  countryCodeNeeded: 'Country code is required',
  accessCodeLength: 'Access code must be {least}-{most} characters',
}
