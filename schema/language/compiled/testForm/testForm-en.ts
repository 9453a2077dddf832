// Made by `npm run texts` from schema/texts.
import type { TestFormTexts } from './testForm-type.ts'
export const texts = { itemsMissing: () => "Write what is tested, one a line", kind: () => "Kind of Device", before: () => "Tests Before Are Asked For By", after: () => "Tests After Are Asked For By" } as TestFormTexts
