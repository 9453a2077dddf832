// Made by `npm run texts` from schema/texts.
export type ServiceFormTexts = { "repair": () => string; "kind": () => string; "part": () => string }
