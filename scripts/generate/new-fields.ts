import { baseKeys, toSnakeCase } from '#schema/collection.ts'
import { CommandError } from '../tools/command-line.ts'
import { capitalize, type EntityNames, nameToLabel } from './names.ts'

export const fieldKinds = ['text', 'note', 'flag', 'count'] as const
type FieldKind = (typeof fieldKinds)[number]

export type NewField = { name: string; kind: FieldKind; label: string }

/**
 * @param specs `name:kind`; the first is the title and must be text
 * @throws CommandError for an invalid spec
 */
export function readFields(specs: readonly string[]): [NewField, ...NewField[]] {
  const [first, ...rest] = (specs.length === 0 ? ['name:text'] : specs).map(toField)
  if (first?.kind !== 'text') throw new CommandError('The first field names the row: it must be a text, such as --field name:text.')
  const names = [first, ...rest].map(({ name }) => name)
  if (new Set(names).size < names.length) throw new CommandError('Two fields have the same name.')
  return [first, ...rest]
}

function toField(spec: string): NewField {
  const [name = '', kind = 'text', ...more] = spec.split(':')
  const known = fieldKinds.find((one) => one === kind)
  if (!/^[a-z][A-Za-z0-9]*$/.test(name) || known === undefined || more.length > 0)
    throw new CommandError(`"${spec}" is no field: write name:kind, such as serialNumber:text. Kinds: ${fieldKinds.join(', ')}.`)
  if ((baseKeys as readonly string[]).includes(name)) throw new CommandError(`Every row has ${name} already.`)
  return { name, kind: known, label: nameToLabel(name) }
}

export function fieldToDeclaration({ name, kind, label }: NewField, { noun }: EntityNames, isTitle: boolean): string {
  if (isTitle) return `${name}: text('${label}', { required: '${capitalize(noun)} ${label.toLowerCase()} is required', max: 200 }),`
  if (kind === 'text') return `${name}: optionalText('${label}', { max: 200 }),`
  if (kind === 'count') return `${name}: count('${label}', { invalid: '${label} must be a whole number', initial: 0 }),`
  return `${name}: ${kind}('${label}'),`
}

export const fieldToBuilder = ({ kind }: NewField, isTitle: boolean): string => (kind === 'text' && !isTitle ? 'optionalText' : kind)

export function fieldToColumn({ name, kind }: NewField, isTitle: boolean): string {
  const column = toSnakeCase(name)
  if (kind === 'flag') return `${column} integer not null default 0 check (${column} in (0, 1))`
  if (kind === 'count') return `${column} integer not null default 0`
  return isTitle ? `${column} text not null` : `${column} text`
}
