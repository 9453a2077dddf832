// Made by `npm run texts` from schema/texts.
export type HistoryTexts = { "needsConnection": () => string; "title": () => string; "view": () => string; "none": () => string; "list": () => string }
