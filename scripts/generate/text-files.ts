import { capitalize, type EntityNames, toTitle } from './names.ts'
import type { NewField } from './new-fields.ts'
import type { Tree } from './source-tree.ts'

const folder = 'schema/texts'

/** English texts of the list and its form. */
export function toTexts({ noun, nouns }: EntityNames): Record<string, string> {
  const title = toTitle(noun)
  return {
    title: toTitle(nouns),
    loading: `Loading ${nouns}...`,
    none: `No ${nouns} yet`,
    noun,
    notFound: `${title} not found`,
    add: `Add ${title}`,
    added: `${title} added`,
    addFailed: `Failed to add ${noun}`,
    edit: `Edit ${title}`,
    update: `Update ${title}`,
    updated: `${title} updated`,
    updateFailed: `Failed to update ${noun}`,
  }
}

export const toTextsFile = ({ plural }: EntityNames): string =>
  `import { texts } from '#schema/language/compiled/${plural}/${plural}-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('${plural}', texts)
`

/** Adds the texts to each language, in English until somebody translates them. Returns the files of the other languages. */
export function addTexts(tree: Tree, names: EntityNames, fields: readonly NewField[]): string[] {
  const { table, plural, pluralFile, noun, nouns } = names
  const texts = toTexts(names)
  const counted = `{count, plural, one {${noun}} other {${nouns}}}`
  const things = `${folder}/staff/things.ts`
  const fieldNames = `${folder}/staff/field-labels.ts`
  const labels = fields.filter(({ label }) => !hasLabel(tree.read(fieldNames), label))
  tree.add(`${folder}/staff/${pluralFile}.ts`, `/** ${capitalize(nouns)} of the shop. */\nexport const ${plural} = ${JSON.stringify(texts)}\n`)
  tree.insert(`${folder}/en.ts`, /\n\/\*\*|\nexport const en /, `import { ${plural} } from './staff/${pluralFile}.ts'\n`)
  tree.insert(`${folder}/en.ts`, /(?<=\n) {2}common,\n/, `  ${plural},\n`)
  tree.insert(things, /(?<=\n) {4}activities: 'activity'/, `    ${table}: '${noun}',\n`)
  tree.insert(things, /(?<=\n) {4}activities: '\{count/, `    ${table}: '${counted}',\n`)
  tree.insert(`${folder}/staff/menu.ts`, /(?<=\n) {6}tests: /, `      ${table}: 'change of ${noun}',\n`)
  for (const { label } of labels) tree.insert(fieldNames, /(?<=\n) {2}address: /, `  '${label.toLowerCase()}': '${label}',\n`)
  const languages = tree.list(folder).filter((file) => file.endsWith('.json'))
  for (const language of languages) {
    tree.change(`${folder}/${language}`, (text) => {
      // Safe: compiling has checked the file.
      const all = JSON.parse(text) as TextsOfCollections
      Object.assign(all.things.one, { [table]: noun })
      Object.assign(all.things.many, { [table]: counted })
      Object.assign(all.menu.draft.changeOf, { [table]: `change of ${noun}` })
      Object.assign(all.fieldLabels, Object.fromEntries(labels.map(({ label }) => [label.toLowerCase(), label])))
      return `${JSON.stringify({ ...all, [plural]: texts }, null, 2)}\n`
    })
  }
  return languages.map((language) => `${folder}/${language}`)
}

type TextsOfCollections = { things: Record<'one' | 'many', object>; menu: { draft: { changeOf: object } }; fieldLabels: object }

const hasLabel = (text: string, label: string): boolean => new RegExp(`\\n {2}'?${label.toLowerCase()}'?: `).test(text)
