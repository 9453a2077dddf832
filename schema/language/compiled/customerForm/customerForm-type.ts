// Made by `npm run texts` from schema/texts.
export type CustomerFormTexts = { "noPhone": () => string; "altCountryCode": () => string; "region": () => string; "taxExempt": () => string; "reason": () => string; "invalidEmail": () => string; "countryCodeNeeded": () => string; "accessCodeLength": (values: { least: string | number; most: string | number }) => string }
