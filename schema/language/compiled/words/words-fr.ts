// Made by `npm run texts` from schema/texts.
import type { WordsTexts } from './words-type.ts'


export const texts = {
  status: {
    Diagnosis: () => "Diagnostic",
    "Dropped Off": () => "Déposé",
    Fixed: () => "Réparé",
    "In Progress": () => "En cours",
    "In the Lab": () => "Au laboratoire",
    Lead: () => "Demande",
    "Not Fixable": () => "Irréparable",
    "Part Not Available": () => "Pièce indisponible",
    "Picked up": () => "Récupéré",
    Recycled: () => "Recyclé",
    "Waiting For Approval": () => "En attente d’accord",
    "Waiting For Part": () => "En attente de pièce",
    "Waiting for information": () => "En attente d’informations",
    Cancelled: () => "Annulé"
  }
} as WordsTexts
