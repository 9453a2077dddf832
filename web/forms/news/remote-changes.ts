/**
 * Fields that others changed while a form is open: the stored value differs from both the opened and the current one.
 * All three have the form's shape.
 */
export function findRemoteChanges<Form extends Record<string, unknown>>(opened: Form, stored: Form, typed: Form): (keyof Form & string)[] {
  return Object.keys(opened).filter((name) => stored[name] !== opened[name] && stored[name] !== typed[name])
}

const previewLength = 120

/** A value in one line; '' reads as 'empty'. */
export function textToPreview(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line === '') return 'empty'
  return line.length <= previewLength ? line : `${line.slice(0, previewLength - 1)}…`
}
