/** Devices of customers. */
export const assets = {
  notFound: 'Device not found',
  added: 'Device added',
  addFailed: 'Failed to add device',
  // Title, and a button.
  add: 'Add Device',
  delete: 'Delete this Device',
  deleteQuestion: 'Are you sure you want to delete this device? Its orders stay.',
  deleted: 'Device deleted',
  deletedText: 'The device has been deleted; its orders are still there.',
  deleteFailed: 'Failed to delete device',
  deleteFailedText: 'An error occurred while deleting the device.',
  updated: 'Device updated',
  updateFailed: 'Failed to update device',
  edit: 'Edit Device',
  // A button.
  update: 'Update Device',
  // In a sentence.
  noun: 'device',
  // A device of another kind.
  other: 'Other',
  devices: 'Devices',
  // A button.
  addDevice: 'Add device',
  none: 'No devices yet',
}
