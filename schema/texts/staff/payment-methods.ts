/** How money is paid, by the stored name. */
export const paymentMethods = {
  cash: 'Cash',
  card: 'Card',
  // By a bank.
  transfer: 'Transfer',
  other: 'Other',
  // It was not said.
  none: 'No method',
}
