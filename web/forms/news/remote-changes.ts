/**
 * Fields that somebody else changed while a form is open: the stored row differs from what the form was opened with,
 * and from what is in the form now. All three are the form's own shape.
 */
export function findRemoteChanges<Form extends Record<string, unknown>>(opened: Form, stored: Form, typed: Form): (keyof Form & string)[] {
  return Object.keys(opened).filter((name) => stored[name] !== opened[name] && stored[name] !== typed[name])
}

const previewLength = 120

/** A value in one line, for telling what it is now; '' is said as 'empty'. */
export function textToPreview(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line === '') return 'empty'
  return line.length <= previewLength ? line : `${line.slice(0, previewLength - 1)}…`
}
