// Made by `npm run texts` from schema/texts.
export type TestFormTexts = { "itemsMissing": () => string; "kind": () => string; "before": () => string; "after": () => string }
