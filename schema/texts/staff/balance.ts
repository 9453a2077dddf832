/** What an order costs, what is paid and what is left: the first part, then “paid”, then what is left, with a dot between. */
export const balance = {
  quote: 'Quote {amount}',
  total: 'Total {amount}',
  totalWithTax: 'Total {amount} with {tax} tax',
  exempt: 'Total {amount}, tax exempt',
  paid: 'paid {amount}',
  // Alone: an order without a price.
  onlyPaid: 'Paid {amount}',
  nothingToPay: 'nothing to pay',
  toPay: 'to pay {amount}',
  paidTooMuch: 'paid too much {amount}',
}
