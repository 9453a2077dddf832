// Made by `npm run texts` from schema/texts.
import type { ServiceFormTexts } from './serviceForm-type.ts'
export const texts = { repair: () => "Repair", kind: () => "Kind of Device", part: () => "Part" } as ServiceFormTexts
