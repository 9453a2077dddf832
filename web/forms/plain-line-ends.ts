import type { Json } from '#schema/values/merge.ts'

/** Normalizes line ends as a browser returns them. Otherwise a text with CRLF counts as changed once a letter is typed and removed. */
export function withPlainLineEnds<Values extends Record<string, Json>>(values: Values): Values {
  const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].includes('\r'))
  return texts.length === 0 ? values : { ...values, ...Object.fromEntries(texts.map(([name, text]) => [name, text.replaceAll(/\r\n?/g, '\n')])) }
}
