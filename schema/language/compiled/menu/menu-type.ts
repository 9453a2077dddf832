// Made by `npm run texts` from schema/texts.
export type MenuTexts = { "today": () => string }
