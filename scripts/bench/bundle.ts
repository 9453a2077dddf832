import path from 'node:path'
import { build } from 'vite'

const root = path.dirname(path.dirname(import.meta.dirname))

/** One classic script of a source file in this folder and what it imports, to be run inside a page. */
export async function bundleForPage(fileName: string): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: path.join(import.meta.dirname, fileName), formats: ['iife'], name: 'bench' },
    },
  })
  const outputs = Array.isArray(result) ? result : [result]
  const code = outputs.flatMap((one) => ('output' in one ? one.output : [])).find((file) => file.type === 'chunk')?.code
  if (code === undefined) throw new Error(`No script came out of ${fileName}`)
  return code
}

/** The app built once more without minification into a folder, so that profiles name its functions. */
export async function buildReadableApp(outDir: string): Promise<void> {
  await build({ root: path.join(root, 'web'), configFile: path.join(root, 'vite.config.ts'), logLevel: 'error', build: { outDir, minify: false } })
}
