// Made by `npm run texts` from schema/texts.
import type { AssetsTexts } from './assets-type.ts'


export const texts = {
  notFound: () => "Device not found",
  added: () => "Device added",
  addFailed: () => "Failed to add device",
  add: () => "Add Device",
  "delete": () => "Delete this Device",
  deleteQuestion: () => "Are you sure you want to delete this device? Its orders stay.",
  deleted: () => "Device deleted",
  deletedText: () => "The device has been deleted; its orders are still there.",
  deleteFailed: () => "Failed to delete device",
  deleteFailedText: () => "An error occurred while deleting the device.",
  updated: () => "Device updated",
  updateFailed: () => "Failed to update device",
  edit: () => "Edit Device",
  update: () => "Update Device",
  noun: () => "device",
  other: () => "Other",
  devices: () => "Devices",
  addDevice: () => "Add device",
  none: () => "No devices yet"
} as AssetsTexts
