import path from 'node:path'
import { fileToRoom, mayImport } from '../rooms/room-table.ts'
import { CONTAINED_FEATURES, FENCES, TEST_FILES, TRANSLATED_FILES } from './fences.ts'

// An oxlint plugin. The built-in no-restricted-imports ignores `import()` and resolved relative targets, and each
// override must repeat all patterns.

type ImportProblem = { message: string }

/**
 * Undefined if allowed.
 * @param file importing file, from the repository's root, with forward slashes
 */
function findImportProblem(file: string, specifier: string, isTypeOnly = false): ImportProblem | undefined {
  const target = specifierToTarget(file, specifier)
  const forms = packageForms(target)
  const fence = FENCES.find(
    ({ files, exceptFiles, imports, unless, typesMay }) =>
      !(typesMay && isTypeOnly) &&
      files.test(file) &&
      !exceptFiles?.test(file) &&
      forms.some((form) => imports.test(form)) &&
      !forms.some((form) => unless?.test(form)),
  )
  if (fence) return { message: fence.message }

  const feature = featureOf(file)
  const otherFeature = featureOf(target)
  if (feature && otherFeature && feature !== otherFeature && !CONTAINED_FEATURES[feature]?.includes(otherFeature)) {
    return {
      message: `The feature ${feature} may not import the feature ${otherFeature}. Move the shared part to web/inputs, web/forms or web/device, or list the pair in scripts/tools/fences/fences.ts if the screen really contains it.`,
    }
  }

  const room = fileToRoom(file)
  const otherRoom = fileToRoom(target)
  if (room && otherRoom && room !== otherRoom && topFolder(room) === topFolder(otherRoom) && !TEST_FILES.test(file) && !mayImport(room, otherRoom)) {
    return {
      message: `${room} may not import ${otherRoom}. Move what both need into a room below them, or change ROOMS in scripts/tools/rooms/room-table.ts with the reason.`,
    }
  }

  const isRelative = specifier.startsWith('.')
  const isRootFile = !file.includes('/')
  if (isRelative && !isRootFile && topFolder(target) !== topFolder(file)) {
    return { message: 'Across top folders use the package path: #schema/…, #server/…, #web/… or #scripts/….' }
  }
  if ((isRelative || specifier.startsWith('#')) && !/\.[a-z0-9]+$/.test(target)) {
    return { message: 'Write the file extension: Node runs these files as they are.' }
  }
  return undefined
}

const PACKAGE_PATHS: [prefix: string, folder: string][] = [
  ['#schema/', 'schema/'],
  ['#server/', 'sync-server/'],
  ['#web/', 'web/'],
  ['#scripts/', 'scripts/'],
]

function specifierToTarget(file: string, specifier: string): string {
  const bare = specifier.replace(/\?.*$/, '')
  if (bare.startsWith('.')) return path.posix.join(path.posix.dirname(file), bare)
  if (bare.startsWith('node:')) return bare
  for (const [prefix, folder] of PACKAGE_PATHS) {
    if (bare.startsWith(prefix)) return path.posix.normalize(folder + bare.slice(prefix.length))
  }
  return `package:${bare}`
}

/** A fence may name a package or an entry: `rxdb/plugins/core` is checked as that and as `rxdb`. */
function packageForms(target: string): string[] {
  const name = /^package:(@[^/]+\/[^/]+|[^/]+)/.exec(target)?.[0]
  return name ? [name, target] : [target]
}

const featureOf = (file: string): string | undefined => /^web\/features\/([^/]+)\//.exec(file)?.[1]

const topFolder = (file: string): string | undefined => file.split('/')[0]

// Subset of oxlint's plugin interface (same as ESLint's).
type SourceNode = { type: string; source?: { value?: unknown } | null; importKind?: string; exportKind?: string }
type CallNode = {
  callee: { type: string; name?: string; object?: { name?: string }; property?: { name?: string } }
  arguments: unknown[]
}
type RuleContext = { filename: string; report: (problem: { node: object; message: string }) => void }

const REPOSITORY_ROOT = path.dirname(path.dirname(path.dirname(import.meta.dirname)))

function fileOf(context: RuleContext): string {
  return path.relative(REPOSITORY_ROOT, context.filename).replaceAll(path.sep, '/')
}

const isTypeOnly = ({ type, importKind, exportKind }: SourceNode): boolean => type === 'TSImportType' || importKind === 'type' || exportKind === 'type'

const importsRule = {
  create(context: RuleContext) {
    const file = fileOf(context)
    const check = (node: SourceNode): void => {
      const specifier = node.source?.value
      if (typeof specifier !== 'string') return
      const problem = findImportProblem(file, specifier, isTypeOnly(node))
      if (problem) context.report({ node: node.source ?? node, message: `${problem.message} (${specifier})` })
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    }
  },
}

/** Of uuid, schema may only use v5 (deterministic). */
const IMPURE_CALLS = new Set(['Date.now', 'Math.random', 'v1', 'v4', 'v6', 'v7'])

const pureSchemaRule = {
  create(context: RuleContext) {
    const file = fileOf(context)
    if (!file.startsWith('schema/') || TEST_FILES.test(file)) return {}
    const message = 'schema has no clock and no chance of its own: take the time or the random value as an argument.'
    return {
      CallExpression(node: CallNode): void {
        const { callee } = node
        const name = callee.type === 'MemberExpression' ? `${callee.object?.name}.${callee.property?.name}` : callee.name
        if (name === 'Date' || IMPURE_CALLS.has(String(name))) context.report({ node, message })
      },
      NewExpression(node: CallNode): void {
        if (node.callee.name === 'Date' && node.arguments.length === 0) context.report({ node, message })
      },
    }
  },
}

type TextNode = { type: string; value?: unknown; parent?: TextNode; name?: { name?: unknown }; key?: TextNode; object?: TextNode }

/** A word that begins like a sentence or a label; what programs compare or look up is none. */
const beginsText = /^\s*\p{Lu}\p{Ll}+(?:[\s.,:!?]|$)/u
const readAttributes = new Set(['alt', 'aria-label', 'aria-description', 'error', 'hint', 'label', 'placeholder', 'text', 'title'])
const neverRead = new Set(['BinaryExpression', 'ImportDeclaration', 'MemberExpression', 'TSLiteralType'])

const nameOf = (key: TextNode | undefined): unknown => key?.name

/** The columns of a CSV file are named alike in every language: programs read them. */
const isCsvHeader = ({ parent }: TextNode): boolean =>
  parent?.type === 'ArrayExpression' && parent.parent?.type === 'Property' && nameOf(parent.parent.key) === 'header'

/** Labels of a form's fields are looked up among the texts where they are shown: web/forms/define-form.ts. */
const isFieldLabel = (file: string, { parent }: TextNode): boolean => file.endsWith('/form.ts') && parent?.type === 'Property' && nameOf(parent.key) === 'label'

const literalTextsRule = {
  create(context: RuleContext) {
    const file = fileOf(context)
    if (!TRANSLATED_FILES.test(file) || TEST_FILES.test(file)) return {}
    const message = 'A text that people read stands in schema/texts, in each language. Write it there, run `npm run texts`, and ask t for it.'
    return {
      JSXText(node: TextNode): void {
        if (/\p{L}/u.test(String(node.value))) context.report({ node, message })
      },
      Literal(node: TextNode): void {
        if (typeof node.value !== 'string') return
        const { parent } = node
        const isRead = parent?.type === 'JSXAttribute' && readAttributes.has(String(parent.name?.name)) && /\p{L}/u.test(node.value)
        const isKey = parent?.type === 'Property' && parent.key === node
        if (isRead || (!isCsvHeader(node) && !isFieldLabel(file, node) && beginsText.test(node.value) && !isKey && !neverRead.has(parent?.type ?? '')))
          context.report({ node, message })
      },
      TemplateElement(node: { value: { raw: string } }): void {
        if (/\p{L}{2,} | \p{L}{2,}/u.test(node.value.raw) && beginsText.test(node.value.raw)) context.report({ node, message })
      },
    }
  },
}

// oxlint requires a default export.
export default {
  meta: { name: 'fences' },
  rules: { imports: importsRule, 'pure-schema': pureSchemaRule, 'literal-texts': literalTextsRule },
}
