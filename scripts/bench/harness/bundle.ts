import path from 'node:path'
import { build, loadConfigFromFile, type PluginOption } from 'vite'

const root = path.dirname(path.dirname(path.dirname(import.meta.dirname)))

const bundles = new Map<string, Promise<string>>()

/**
 * One classic script of a source file in scripts/bench/page, or at a whole path, and what it imports, to be run inside a page;
 * built once a run.
 */
export function bundleForPage(fileName: string, { isReadable = false } = {}): Promise<string> {
  const key = `${fileName} ${isReadable}`
  const bundle = bundles.get(key) ?? buildBundle(fileName, isReadable)
  bundles.set(key, bundle)
  return bundle
}

async function buildBundle(fileName: string, isReadable: boolean): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      minify: !isReadable,
      lib: { entry: path.resolve(import.meta.dirname, '../page', fileName), formats: ['iife'], name: 'bench' },
    },
  })
  const outputs = Array.isArray(result) ? result : [result]
  const code = outputs.flatMap((one) => ('output' in one ? one.output : [])).find((file) => file.type === 'chunk')?.code
  if (code === undefined) throw new Error(`No script came out of ${fileName}`)
  return code
}

/** The app built once more without minification into a folder, so that profiles name its functions. */
export async function buildReadableApp(outDir: string): Promise<void> {
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, path.join(root, 'vite.config.ts'), root, 'error')
  if (loaded === null) throw new Error('vite.config.ts cannot be read')
  const { config } = loaded
  // The compressed copies are written beside the real build, which must stay as it is.
  const plugins = withoutPlugin(config.plugins ?? [], 'mainspring-precompress')
  await build({ ...config, plugins, configFile: false, logLevel: 'error', build: { ...config.build, outDir, minify: false } })
}

const withoutPlugin = (plugins: PluginOption[], name: string): PluginOption[] =>
  plugins.filter((plugin) => !(typeof plugin === 'object' && plugin !== null && 'name' in plugin && plugin.name === name))
