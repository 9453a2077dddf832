// Made by `npm run texts` from schema/texts.
export type CustomerOrderTexts = { "created": () => string; "failed": () => string; "title": () => string; "save": () => string; "saving": () => string; "matching": () => string }
