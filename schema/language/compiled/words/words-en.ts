// Made by `npm run texts` from schema/texts.
import type { WordsTexts } from './words-type.ts'


export const texts = {
  status: {
    Diagnosis: () => "Diagnosis",
    "Dropped Off": () => "Dropped Off",
    Fixed: () => "Fixed",
    "In Progress": () => "In Progress",
    "In the Lab": () => "In the Lab",
    Lead: () => "Lead",
    "Not Fixable": () => "Not Fixable",
    "Part Not Available": () => "Part Not Available",
    "Picked up": () => "Picked up",
    Recycled: () => "Recycled",
    "Waiting For Approval": () => "Waiting For Approval",
    "Waiting For Part": () => "Waiting For Part",
    "Waiting for information": () => "Waiting for information",
    Cancelled: () => "Cancelled"
  }
} as WordsTexts
