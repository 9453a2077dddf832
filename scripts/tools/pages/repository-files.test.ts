import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { headingToAnchor } from './markdown-anchor.ts'

type Manifest = { version: string; scripts: Record<string, string>; dependencies: Record<string, string> }

const root = path.join(import.meta.dirname, '../../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const readJson = <T>(file: string): T => JSON.parse(read(file)) as T
const listFiles = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
const matchesOf = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found)

const manifest = readJson<Manifest>('package.json')
const toolFolders = ['.devcontainer', '.github', '.vscode']
const toolFiles = toolFolders.flatMap(listFiles)
const pages = readdirSync(root).filter((name) => name.endsWith('.md'))

const findIn = (files: readonly string[], find: (text: string, file: string) => string[]): string[] =>
  files.flatMap((file) => find(read(file), file).map((found) => `${file}: ${found}`))

describe('the pages and the tools around the code', () => {
  it('name scripts that package.json has', () => {
    const missing = findIn([...toolFiles, ...pages], (text, file) => {
      const inTasks = file === '.vscode/tasks.json' ? matchesOf(text, /"script": "([^"]+)"/g) : []
      const named = [...matchesOf(text, /\bnpm (test|start)\b/g), ...matchesOf(text, /\bnpm run ([a-z][\w:-]*)/g), ...inTasks]
      return named.filter((name) => !Object.hasOwn(manifest.scripts, name))
    })
    expect(missing).toEqual([])
  })

  it('name programs that exist', () => {
    const missing = findIn(toolFiles, (text) =>
      matchesOf(text, /\b((?:node_modules|scripts)\/[\w@./-]+\.(?:ts|mjs|js))\b/g).filter((name) => !existsSync(path.join(root, name))),
    )
    expect(missing).toEqual([])
  })

  it('are as long as somebody reads: 20 kB a page, 150 kB in all', () => {
    const sizes = [...pages, ...['docs', 'scripts'].flatMap((folder) => listFiles(folder).filter((file) => file.endsWith('.md')))].map((file) => ({
      file,
      bytes: Buffer.byteLength(read(file)),
    }))
    expect(sizes.filter(({ bytes }) => bytes > 20_000)).toEqual([])
    expect(sizes.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(150_000)
  })

  it('have links that lead somewhere', () => {
    const anchors = new Map(pages.map((page) => [page, new Set(matchesOf(read(page), /^#+ (.+)$/gm).map(headingToAnchor))]))
    const broken = findIn(pages, (text, page) =>
      // Links that start with dots lead to GitHub pages, such as the report form.
      matchesOf(text, /\]\((?!https?:|\.\.\/)([^)\s]+)\)/g).filter((link) => {
        const [file = '', anchor] = link.split('#')
        const target = file === '' ? page : file
        return !existsSync(path.join(root, target)) || (anchor !== undefined && !anchors.get(target)?.has(anchor))
      }),
    )
    expect(broken).toEqual([])
  })
})

describe('the tools around the code', () => {
  it('use the Node of package.json', () => {
    const version = manifest.dependencies['node'] ?? ''
    expect(read('.nvmrc').trim()).toBe(version)
    expect(readJson<{ image: string }>('.devcontainer/devcontainer.json').image).toContain(`:${version.split('.')[0]}-`)
  })

  it('start debugging after tasks that exist', () => {
    const { tasks } = readJson<{ tasks: { label: string }[] }>('.vscode/tasks.json')
    const { configurations } = readJson<{ configurations: { preLaunchTask?: string }[] }>('.vscode/launch.json')
    const labels = new Set(tasks.map(({ label }) => label))
    expect(configurations.flatMap(({ preLaunchTask }) => preLaunchTask ?? []).filter((label) => !labels.has(label))).toEqual([])
  })

  it('give a container the extensions that the editor recommends', () => {
    const { customizations } = readJson<{ customizations: { vscode: { extensions: string[] } } }>('.devcontainer/devcontainer.json')
    expect(customizations.vscode.extensions).toEqual(readJson<{ recommendations: string[] }>('.vscode/extensions.json').recommendations)
  })

  it('stay out of the container image', () => {
    expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(toolFolders))
  })
})

describe('CHANGELOG.md', () => {
  const headings = matchesOf(read('CHANGELOG.md'), /^## (.+)$/gm).filter((heading) => heading !== 'Unreleased')

  it('dates each version, the newest first', () => {
    for (const heading of headings) expect(heading).toMatch(/^\d+\.\d+\.\d+ · \d{4}-\d\d-\d\d$/)
    const dates = headings.map((heading) => heading.split(' · ')[1] ?? '')
    expect(dates).toEqual([...dates].sort().toReversed())
  })

  it('tells of the version in package.json', () => {
    expect(headings[0]?.split(' ')[0]).toBe(manifest.version)
  })
})
