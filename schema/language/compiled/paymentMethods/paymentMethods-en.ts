// Made by `npm run texts` from schema/texts.
import type { PaymentMethodsTexts } from './paymentMethods-type.ts'
export const texts = { cash: () => "Cash", card: () => "Card", transfer: () => "Transfer", other: () => "Other", none: () => "No method" } as PaymentMethodsTexts
