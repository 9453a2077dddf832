// Made by `npm run texts` from schema/texts.
import type { WordsTexts } from './words-type.ts'


export const texts = {
  status: {
    Diagnosis: () => "Diagnose",
    "Dropped Off": () => "Abgegeben",
    Fixed: () => "Repariert",
    "In Progress": () => "In Arbeit",
    "In the Lab": () => "Im Labor",
    Lead: () => "Anfrage",
    "Not Fixable": () => "Nicht reparierbar",
    "Part Not Available": () => "Teil nicht lieferbar",
    "Picked up": () => "Abgeholt",
    Recycled: () => "Recycelt",
    "Waiting For Approval": () => "Wartet auf Freigabe",
    "Waiting For Part": () => "Wartet auf Ersatzteil",
    "Waiting for information": () => "Wartet auf Rückmeldung",
    Cancelled: () => "Storniert"
  }
} as WordsTexts
