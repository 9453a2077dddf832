// Made by `npm run texts` from schema/texts.
import type { CustomerFormTexts } from './customerForm-type.ts'
export const texts = { noPhone: () => "No phone", altCountryCode: () => "Alt Country Code", region: () => "State or Region", taxExempt: () => "Tax exempt", reason: () => "Reason", invalidEmail: () => "Invalid email address", countryCodeNeeded: () => "Country code is required", accessCodeLength: (d) => "Access code must be " + d.least + "-" + d.most + " characters" } as CustomerFormTexts
