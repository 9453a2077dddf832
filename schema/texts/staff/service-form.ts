/** Fields of a repair that the shop offers. */
export const serviceForm = {
  repair: 'Repair',
  kind: 'Kind of Device',
  // From the stock.
  part: 'Part',
}
