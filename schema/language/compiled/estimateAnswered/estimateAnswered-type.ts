// Made by `npm run texts` from schema/texts.
export type EstimateAnsweredTexts = { "approved": (values: { order: string | number; name: string | number }) => string; "declined": (values: { order: string | number; name: string | number }) => string; "theCustomer": () => string; "anOrder": () => string; "more": (values: { count: string | number }) => string }
