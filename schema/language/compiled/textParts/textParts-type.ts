// Made by `npm run texts` from schema/texts.
export type TextPartsTexts = { "parts": (values: { parts: number; letters: string | number; room: string | number }) => string; "shorterParts": (values: { parts: number; letters: string | number; room: string | number; signs: string | number; count: number }) => string }
