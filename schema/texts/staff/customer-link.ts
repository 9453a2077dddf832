/** The link that a customer gets to an order, estimate or invoice. */
export const customerLink = {
  title: 'The customer’s link',
  // A button that closes.
  done: 'Done',
  qrCode: 'QR code of the link',
  copyLink: 'Copy Link',
  share: 'Share',
  // Opens the page that the customer sees.
  look: 'Look at it',
}
