/** Selling over the counter, and a sale as it was rung up: paid, or taken back. */
export const sales = {
  sell: 'Sell',
  noTill: 'No till is open on this device',
  tillIs: 'Till: {name}',
  // A button: the customer pays now.
  pay: 'Pay',
  // A product of the inventory.
  article: 'Article',
  articleHint: 'Scan it, or type a word of its name or its SKU',
  basket: 'Basket',
  discount: 'Discount',
  discountHint: 'An amount, or a percentage such as 10%',
  // Below the field for the customer, which may stay empty.
  onlyIfWanted: 'Only if wanted',
  sum: 'Sum',
  inStock: '{count} in stock',
  readingInventory: 'Reading the inventory…',
  noProduct: 'No product has this code or all of these words.',
  findHint: 'Code, name or SKU',
  // How many of it.
  piecesOf: 'Pieces of {article}',
  priceOf: 'Price of {article}',
  // Out of the basket.
  takeOut: 'Take {article} out',
  piecesMissing: 'Enter how many pieces of {article}',
  priceMissing: 'Enter a price for {article}',
  scanFirst: 'Scan or find an article first',
  discountWrong: 'Enter the discount as an amount or a percentage, such as 5 or 10%',
  // The noun.
  sale: 'Sale',
  // A button, and the name of its form: what was sold comes back to the shop.
  return: 'Return',
  printReceipt: 'Print receipt',
  readingSale: 'Reading the sale...',
  articles: 'Articles',
  // The price that was quoted for the whole, not split into lines.
  quote: 'Quote',
  totalIs: 'Total {amount}',
  payments: 'Payments',
  // Noun: money that was given back.
  refund: 'Refund',
  // What is still to pay; negative where too much was paid.
  balanceIs: 'Balance {amount}',
  piecesBackMissing: 'Enter how many pieces come back',
  reasonMissing: 'Please enter a reason',
  returnSaved: 'Return saved',
  returnFailed: 'Failed to save the return',
  // Below a field: of the sold pieces, so many were not returned yet.
  canComeBack: '{count} can come back',
  reason: 'Reason',
  // A button.
  takeBackAndRefund: 'Take back and refund {amount}',
  // A button.
  takeBack: 'Take back',
}
