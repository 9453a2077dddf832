/** A tax rate of the shop. */
export const taxes = {
  notFound: 'Tax rate not found',
  added: 'Tax rate added',
  addFailed: 'Failed to add tax rate',
  add: 'Add Tax Rate',
  // `rate`: its name and percent.
  replaces: '{rate} is archived when this one is added.',
  updated: 'Tax rate updated',
  updateFailed: 'Failed to update tax rate',
  edit: 'Edit Tax Rate',
  // A button.
  update: 'Update Tax Rate',
  // In a sentence.
  noun: 'tax rate',
  percentStays: '{percent} · The percent of a tax rate never changes, so that papers of the past stay right.',
  // A button.
  replace: 'Archive and make a new one',
  yes: 'yes',
  no: 'no',
  nameHint: 'As it stands on receipts, such as VAT',
  partsHint: 'Only where it is the sum of several taxes: one a line, such as State 6.25',
  partWrong: 'Write each part in a line of its own, such as State 6.25',
  usualHint: 'For every quote, and every line without a rate of its own',
  archivedHint: 'No longer offered; what has it keeps it',
  usual: 'Usual rate',
  usualForLabour: 'Usual rate for labour',
  category: {
    standard: 'Standard',
    reduced: 'Reduced',
    zero: 'Zero',
    // No tax by law.
    exempt: 'Exempt',
    // The customer owes the tax.
    reverse: 'Reverse charge',
  },
}
