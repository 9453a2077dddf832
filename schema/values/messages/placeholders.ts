/** What stands in the place of its name in braces (MSG-01). */
export const placeholders = ['name', 'ticket', 'device', 'shop', 'balance', 'link'] as const

export type Placeholder = (typeof placeholders)[number]
export type PlaceholderValues = Readonly<Record<Placeholder, string>>

const pattern = /\{([^{}\s]{1,40})\}/g

const isPlaceholder = (name: string): name is Placeholder => (placeholders as readonly string[]).includes(name)

/** The first name in braces that nothing stands for; undefined where all are known. */
export function findUnknownPlaceholder(text: string): string | undefined {
  for (const [, name = ''] of text.matchAll(pattern)) if (!isPlaceholder(name)) return name
  return undefined
}

export const hasPlaceholder = (text: string, name: Placeholder): boolean => text.includes(`{${name}}`)

/** Fills in what `values` has; the others stay as they are. Values are not looked at again: a name in braces stays a name. */
export const fillPlaceholders = (text: string, values: Partial<PlaceholderValues>): string =>
  text.replaceAll(pattern, (whole: string, name: string) => (isPlaceholder(name) ? (values[name] ?? whole) : whole))
