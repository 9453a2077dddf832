// Made by `npm run texts` from schema/texts.
import type { CustomerLinkTexts } from './customerLink-type.ts'
export const texts = { title: () => "The customer’s link", done: () => "Done", qrCode: () => "QR code of the link", copyLink: () => "Copy Link", share: () => "Share", look: () => "Look at it" } as CustomerLinkTexts
