/** The price list: repairs that the shop offers. */
export const services = {
  notFound: 'Service not found',
  added: 'Service added',
  addFailed: 'Failed to add service',
  add: 'Add Service',
  updated: 'Service updated',
  updateFailed: 'Failed to update service',
  edit: 'Edit Service',
  // A button.
  update: 'Update Service',
  // In a sentence.
  noun: 'service',
  anyDevice: 'Any device',
  yes: 'yes',
  no: 'no',
  // In the list of changes: nothing is chosen.
  noChoice: 'none',
  otherChoice: 'another one',
  nameHint: 'As customers say it, such as Screen',
  modelHint: 'Empty: for any device',
  priceHint: 'Empty: after diagnosis',
  minutesHint: 'Until it is ready; sets the due time',
  warrantyHint: 'Empty: as usual in this shop',
  partHint: 'The part it takes from stock',
  archivedHint: 'No longer offered',
  // Of tax.
  usualRate: 'As usual',
}
