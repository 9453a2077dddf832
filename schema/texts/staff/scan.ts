/** Codes that are scanned by a camera or a scanner. */
export const scan = {
  foreign: 'This code leads to {host}, which is not this app. It was not opened.',
  otherPage: 'This code is of this app, but names no order.',
  otherShop: 'This label is of a shop that you do not belong to.',
  unknownCode: 'Nothing here has the code {code}.',
  unknownCodeKeyboard: 'Nothing here has the code {code}. If the label says something else, set the scanner to the keyboard of this computer.',
  trouble: {
    none: 'No camera was found. Type the code, or scan it with a scanner that types.',
    denied: 'The browser does not let this app use the camera. Allow it in the settings of this site, then try again; or type the code.',
    failed: 'The camera could not be started. Another program may be using it. Close that and try again; or type the code.',
  },
  lookFailed: 'This device could not look for the code. Try again.',
  lookFailedScan: 'This device could not look for the code. Scan it again.',
  title: 'Scan a code',
  text: 'A label, the SKU of a product, or any code that an order may name',
  pictureOfCamera: 'Picture of the camera',
  starting: 'Starting the camera...',
  camera: 'Camera',
  cameraNumber: 'Camera {number}',
  // The lamp of the camera.
  light: 'Light',
  searchOrders: 'Search in Orders',
  code: 'Code',
  codeHint: 'As it stands under the bars, or the ticket',
  // A scanner typed into a field for numbers.
  notANumber: 'Not a number',
  scannedIntoNumber: 'A scanner typed {code} here. The field is as it was.',
  notOpened: 'Not opened',
}
