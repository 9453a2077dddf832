// Made by `npm run texts` from schema/texts.
import type { ScanTexts } from './scan-type.ts'


export const texts = {
  foreign: (d) => "This code leads to " + d.host + ", which is not this app. It was not opened.",
  otherPage: () => "This code is of this app, but names no order.",
  otherShop: () => "This label is of a shop that you do not belong to.",
  unknownCode: (d) => "Nothing here has the code " + d.code + ".",
  unknownCodeKeyboard: (d) => "Nothing here has the code " + d.code + ". If the label says something else, set the scanner to the keyboard of this computer.",
  trouble: {
    none: () => "No camera was found. Type the code, or scan it with a scanner that types.",
    denied: () => "The browser does not let this app use the camera. Allow it in the settings of this site, then try again; or type the code.",
    failed: () => "The camera could not be started. Another program may be using it. Close that and try again; or type the code."
  },
  lookFailed: () => "This device could not look for the code. Try again.",
  lookFailedScan: () => "This device could not look for the code. Scan it again.",
  title: () => "Scan a code",
  text: () => "A label, the SKU of a product, or any code that an order may name",
  pictureOfCamera: () => "Picture of the camera",
  starting: () => "Starting the camera...",
  camera: () => "Camera",
  cameraNumber: (d) => "Camera " + d.number,
  light: () => "Light",
  searchOrders: () => "Search in Orders",
  code: () => "Code",
  codeHint: () => "As it stands under the bars, or the ticket",
  notANumber: () => "Not a number",
  scannedIntoNumber: (d) => "A scanner typed " + d.code + " here. The field is as it was.",
  notOpened: () => "Not opened"
} as ScanTexts
