// Made by `npm run texts` from schema/texts.
import type { WordsTexts } from './words-type.ts'


export const texts = {
  status: {
    Diagnosis: () => "Diagnosi",
    "Dropped Off": () => "Consegnato al negozio",
    Fixed: () => "Riparato",
    "In Progress": () => "In lavorazione",
    "In the Lab": () => "In laboratorio",
    Lead: () => "Richiesta",
    "Not Fixable": () => "Non riparabile",
    "Part Not Available": () => "Ricambio non disponibile",
    "Picked up": () => "Ritirato",
    Recycled: () => "Riciclato",
    "Waiting For Approval": () => "In attesa di approvazione",
    "Waiting For Part": () => "In attesa del ricambio",
    "Waiting for information": () => "In attesa di informazioni",
    Cancelled: () => "Annullato"
  }
} as WordsTexts
