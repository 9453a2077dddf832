// Made by `npm run texts` from schema/texts.
import type { EstimateAnsweredTexts } from './estimateAnswered-type.ts'
export const texts = { approved: (d) => d.order + ": " + d.name + " approved the estimate", declined: (d) => d.order + ": " + d.name + " declined the estimate", theCustomer: () => "The customer", anOrder: () => "An order", more: (d) => d.count + " more answered meanwhile." } as EstimateAnsweredTexts
