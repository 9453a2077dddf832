import type { Json } from '#schema/values/merge.ts'

/**
 * Texts with the line ends that a browser gives back. Those of Windows would make a text count as changed as soon as a letter is
 * typed in it and taken back.
 */
export function withPlainLineEnds<Values extends Record<string, Json>>(values: Values): Values {
  const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].includes('\r'))
  return texts.length === 0 ? values : { ...values, ...Object.fromEntries(texts.map(([name, text]) => [name, text.replaceAll(/\r\n?/g, '\n')])) }
}
