// Made by `npm run texts` from schema/texts.
export type TaskFormTexts = { "descriptionNeeded": () => string; "descriptionRequired": () => string }
