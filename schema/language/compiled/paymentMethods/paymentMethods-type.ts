// Made by `npm run texts` from schema/texts.
export type PaymentMethodsTexts = { "cash": () => string; "card": () => string; "transfer": () => string; "other": () => string; "none": () => string }
