// Made by `npm run texts` from schema/texts.
import type { PaperNamesTexts } from './paperNames-type.ts'
export const texts = { kind: { "drop-off": () => "Drop-off receipt", "pick-up": () => "Pick-up receipt", "job-sheet": () => "Job sheet", "device-label": () => "Device label" }, letter: () => "Letter", roll: (d) => d.width + " mm roll", label: (d) => "Label " + d.width + " × " + d.height + " mm" } as PaperNamesTexts
