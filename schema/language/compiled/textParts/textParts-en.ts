// Made by `npm run texts` from schema/texts.
import type { TextPartsTexts } from './textParts-type.ts'
import { number, plural } from "@messageformat/runtime";
import { en } from "@messageformat/runtime/lib/cardinals";
export const texts = { parts: (d) => plural(d.parts, 0, en, { one: number("en", d.parts, 0) + " text", other: number("en", d.parts, 0) + " texts" }) + " (" + d.letters + " of " + d.room + " letters)", shorterParts: (d) => plural(d.parts, 0, en, { one: number("en", d.parts, 0) + " text", other: number("en", d.parts, 0) + " texts" }) + " (" + d.letters + " of " + d.room + " letters; " + d.signs + " " + plural(d.count, 0, en, { one: "makes", other: "make" }) + " texts shorter)" } as TextPartsTexts
