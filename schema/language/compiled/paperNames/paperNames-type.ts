// Made by `npm run texts` from schema/texts.
export type PaperNamesTexts = { "kind": { "drop-off": () => string; "pick-up": () => string; "job-sheet": () => string; "device-label": () => string }; "letter": () => string; "roll": (values: { width: string | number }) => string; "label": (values: { width: string | number; height: string | number }) => string }
