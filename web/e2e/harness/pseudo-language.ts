import path from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import { compileTexts, readTexts } from '#scripts/tools/compile-texts.ts'

type Texts = { [name: string]: string | Texts }

/** Any other than English: its file is what the pseudo-language is sent in place of, and its rules of plurals are those of English. */
export const pseudoLanguage = 'de'

const accents = [...'áƀçďéƒğĥíĵķļɱñøþɋŕŝŧúṽŵẋýž']
const accent = (text: string): string => text.replaceAll(/[a-z]/gi, (letter) => accents[letter.toLowerCase().charCodeAt(0) - 97] ?? letter)

/** Its letters accented and 40 % longer; what is filled in, and the choices of plurals, stay. */
export const toPseudo = (message: string): string =>
  `${accentMessage(message)}${' ŵøŕđ'.repeat(Math.ceil(message.length * 0.08)).slice(0, Math.ceil(message.length * 0.4))}`

function accentMessage(message: string): string {
  let [result, at] = ['', 0]
  while (at < message.length) {
    const quoted = /^'(?:'|[{}][^']*')/.exec(message.slice(at))?.[0]
    if (quoted !== undefined) {
      result += quoted
      at += quoted.length
    } else if (message[at] === '{') {
      const end = findEnd(message, at)
      result += accentArgument(message.slice(at, end))
      at = end
    } else {
      result += accent(message[at] ?? '')
      at += 1
    }
  }
  return result
}

/** `{name}` stays; of `{count, plural, one {…} other {…}}` the texts are accented. */
function accentArgument(argument: string): string {
  if (!/^\{\s*\w+\s*,\s*(?:plural|select|selectordinal)\s*,/.test(argument)) return argument
  let [result, at] = ['{', 1]
  while (at < argument.length) {
    const end = argument[at] === '{' ? findEnd(argument, at) : at + 1
    result += end === at + 1 ? argument[at] : `{${accentMessage(argument.slice(at + 1, end - 1))}}`
    at = end
  }
  return result
}

/** Behind the brace that closes the one here. */
function findEnd(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1
    if (text[at] === '}') depth -= 1
    if (depth === 0) return at + 1
  }
  return text.length
}

const toPseudoTexts = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, typeof text === 'string' ? toPseudo(text) : toPseudoTexts(text)]))

/** The app's texts of that language are those of English, accented and longer, made now. */
export async function speakPseudo(page: Page): Promise<void> {
  const { en = {} } = await readTexts()
  const code = await bundle(compileTexts({ en, [pseudoLanguage]: toPseudoTexts(en) as typeof en }).get(`staff/staff-${pseudoLanguage}.ts`) ?? '')
  await page.route(`**/staff-${pseudoLanguage}-*.js`, async (route) => {
    const response = await route.fetch()
    const name = /export\s*\{\s*\S+ as (\w+)\s*\}/.exec(await response.text())?.[1] ?? 'texts'
    await route.fulfill({ response, body: code.replace(/export\s*\{\s*(\S+?)(?: as \w+)?\s*\};?\s*$/, `export { $1 as ${name} }`) })
  })
}

/** With what compiled texts run on, as a file of the build holds it. */
async function bundle(source: string): Promise<string> {
  const root = path.join(import.meta.dirname, '../../..')
  const entry = path.join(root, 'schema/language/compiled/staff/staff-pseudo.ts')
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root,
    plugins: [
      {
        name: 'pseudo',
        enforce: 'pre',
        resolveId: (id) => (id === entry ? entry : null),
        load: (id) => (id === entry ? source : null),
      },
    ],
    build: { write: false, minify: false, lib: { entry, formats: ['es'], fileName: 'pseudo' } },
  })
  const [{ output }] = (Array.isArray(built) ? built : [built]) as [{ output: readonly { code?: string }[] }]
  return output[0]?.code ?? ''
}
