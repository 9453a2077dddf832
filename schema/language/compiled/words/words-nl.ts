// Made by `npm run texts` from schema/texts.
import type { WordsTexts } from './words-type.ts'


export const texts = {
  status: {
    Diagnosis: () => "Diagnose",
    "Dropped Off": () => "Ingeleverd",
    Fixed: () => "Gerepareerd",
    "In Progress": () => "In behandeling",
    "In the Lab": () => "In het lab",
    Lead: () => "Aanvraag",
    "Not Fixable": () => "Niet te repareren",
    "Part Not Available": () => "Onderdeel niet leverbaar",
    "Picked up": () => "Opgehaald",
    Recycled: () => "Gerecycled",
    "Waiting For Approval": () => "Wacht op akkoord",
    "Waiting For Part": () => "Wacht op onderdeel",
    "Waiting for information": () => "Wacht op informatie",
    Cancelled: () => "Geannuleerd"
  }
} as WordsTexts
