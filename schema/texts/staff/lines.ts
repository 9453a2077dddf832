/** Parts, labour and discounts of an order. */
export const lines = {
  kind: {
    // Of a line of an order.
    part: 'Part',
    labour: 'Labour',
    other: 'Other',
    discount: 'Discount',
  },
  // A heading.
  title: 'Parts and Labour',
  // Names a file.
  list: 'Parts and labour',
  // After a number: 3 parts and labour.
  count: 'parts and labour',
  none: 'No parts or labour yet',
  // A button: this stands before addNoun, which also stands alone.
  addVerb: 'Add',
  addNoun: {
    part: 'Part',
    labour: 'Labour',
  },
  // Of a part, after its kind.
  fromStock: 'from stock',
  // In place of an amount: the price holds it already.
  included: 'included',
  // A button: asks whether a part was ordered or came.
  whereIs: 'Where is {part}?',
  // For screen readers. `line`: what it says.
  editNamed: 'Edit line {line}',
  deleteNamed: 'Delete line {line}',
  deleted: 'Line deleted',
  deleteFailed: 'Failed to delete line',
  // The quote is the price that was named to the customer.
  quoteAsBefore: 'Quote is as before',
  quoteFailed: 'Failed to change the quote',
  quoteIs: 'Quote is {amount}',
  // A button: the sum of the lines becomes the quote.
  takeAsQuote: 'Take as quote',
  replaceQuote: 'Replace the quote',
  // `quote`: as it was typed, `amount`: the new one.
  replaceQuestion: 'Replace the quote “{quote}” by {amount}?',
  // A button.
  yesReplace: 'Yes, replace',
  // Where a line belongs.
  underWarranty: 'Under warranty, not charged',
  // The price that was named holds it already.
  includedIn: 'Included in {amount}',
  // It is charged in addition to the price that was named.
  onTop: 'On top',
  // A tax rate.
  unknownRate: 'Unknown rate',
  // `rate`: a tax rate.
  usually: 'Usually {rate}',
  // A choice: the usual tax rate.
  asUsual: 'As usual',
  totalIs: 'Total {amount}',
  // Names the text below.
  withThisLine: 'The order with this line',
  // `sums`: what the order then comes to.
  withThisLineIs: 'Order with this line: {sums}',
  readingInventory: 'Reading the inventory…',
  noProductFound: 'No product has all of these words.',
  // In an empty field.
  findHint: 'Name or SKU',
  // A button: takes the chosen product out of the field.
  noProduct: 'No product',
  inStock: '{count} in stock',
  productHint: 'By name or SKU; what is not on the shelf needs none',
  stockHint: 'The count in Inventory goes down',
  costHint: 'Your cost. Customers never see it',
  // Ways of a discount.
  amount: 'Amount',
  percent: 'Percent',
  // The lines above the discount.
  percentHint: 'Of what stands above it',
  // A label: the amount of a discount.
  whatGoesOff: 'Amount off',
  notFound: 'Line not found',
  added: 'Line added',
  addFailed: 'Failed to add line',
  addPart: 'Add Part',
  addLabour: 'Add Labour',
  addLine: 'Add Line',
  // A button.
  addToOrder: 'Add to Order',
  value: {
    // Values after the name of a field: Product is now another one.
    none: 'none',
    another: 'another one',
    // Where it belongs: the price that was named.
    quote: 'the quote',
    onTop: 'on top',
    yes: 'yes',
    no: 'no',
  },
  updated: 'Line updated',
  updateFailed: 'Failed to update line',
  edit: 'Edit Line',
  // A button: saves the change.
  update: 'Update Line',
  // A button.
  deleteThis: 'Delete this Line',
}
