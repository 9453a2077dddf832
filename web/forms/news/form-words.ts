import { textToPreview } from './remote-changes.ts'

type Labels<Form> = { labels: Readonly<Record<keyof Form & string, string>> }

/** 'Quoted cost is now 85'. */
export const fieldToNews = <Form>({ labels }: Labels<Form>, field: keyof Form & string, text: string): string =>
  `${labels[field]} is now ${textToPreview(text)}`

/** The typed values for copying, one line per field. `toText`: a field as text, '' to omit it. */
export const typedToLines = <Form>({ labels }: Labels<Form>, toText: (field: keyof Form & string) => string): string =>
  (Object.keys(labels) as (keyof Form & string)[])
    .flatMap((field) => {
      const text = toText(field)
      return text === '' ? [] : [`${labels[field]}: ${text}`]
    })
    .join('\n')
