import path from 'node:path'
import { build } from 'vite'

const bundles = new Map<string, Promise<string>>()

export function bundleForPage(fileName: string): Promise<string> {
  const bundle = bundles.get(fileName) ?? buildBundle(fileName)
  bundles.set(fileName, bundle)
  return bundle
}

async function buildBundle(fileName: string): Promise<string> {
  const result = await build({
    configFile: false,
    root: path.join(import.meta.dirname, '../../..'),
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      lib: { entry: path.resolve(import.meta.dirname, '../page', fileName), formats: ['iife'], name: 'bench' },
    },
  })
  const outputs = Array.isArray(result) ? result : [result]
  const code = outputs.flatMap((one) => ('output' in one ? one.output : [])).find((file) => file.type === 'chunk')?.code
  if (code === undefined) throw new Error(`No script came out of ${fileName}`)
  return code
}
