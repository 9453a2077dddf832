import { readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import os from 'node:os'
import path from 'node:path'
import { build, loadConfigFromFile, type Plugin, type PluginOption } from 'vite'
import { localVersion } from '#web/device/storage/local-version.ts'

/** A build of the same sources with a higher local version. */
export type NextVersion = { folder: string; dispose: () => Promise<void> }

const versionFile = '/web/device/storage/local-version.ts'
const declaration = `export const localVersion = ${localVersion}\n`

const declareNextVersion = (): Plugin => ({
  name: 'next-version',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith(versionFile)) return undefined
    if (!code.includes(declaration)) throw new Error(`The next version cannot be made: ${versionFile} has no ${declaration}`)
    return code.replace(declaration, `export const localVersion = ${localVersion + 1}\n`)
  },
})

const isPrecompression = (plugin: PluginOption): boolean =>
  typeof plugin === 'object' && plugin !== null && 'name' in plugin && plugin.name === 'mainspring-precompress'

export async function buildNextVersion(): Promise<NextVersion> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'mainspring-next-'))
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, path.resolve(import.meta.dirname, '../../../vite.config.ts'))
  if (loaded === null) throw new Error('The app has no build configuration.')
  const appConfig = loaded.config
  const plugins = (appConfig.plugins ?? []).filter((plugin) => !isPrecompression(plugin))
  await build({
    ...appConfig,
    configFile: false,
    logLevel: 'error',
    plugins: [declareNextVersion(), ...plugins],
    build: { ...appConfig.build, outDir: folder },
  })
  return { folder, dispose: () => rm(folder, { recursive: true, force: true }) }
}

const typeByEnding: Record<string, string> = {
  js: 'text/javascript',
  css: 'text/css',
  html: 'text/html; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
  webmanifest: 'application/manifest+json',
}

export type Deployment = {
  url: string
  /** Serves the next version's files, or the current ones for undefined. */
  publish: (next: NextVersion | undefined) => void
  /** False: every API request fails, as during a server restart. */
  setServing: (isServing: boolean) => void
  close: () => void
}

export async function startDeployment(target: string): Promise<Deployment> {
  let folder: string | undefined
  let isServing = true
  const answerFile = (answer: ServerResponse, file: string, headers: Record<string, string | string[] | undefined>): void => {
    answer.writeHead(200, { ...headers, 'content-type': typeByEnding[path.extname(file).slice(1)] ?? 'application/octet-stream', 'cache-control': 'no-cache' })
    answer.end(readFileSync(file))
  }
  const proxy = createServer((incoming, answer) => {
    const address = new URL(incoming.url ?? '/', 'http://none').pathname
    if (address.startsWith('/api/') && !isServing) {
      incoming.resume()
      answer.writeHead(503, { 'content-type': 'application/json' })
      return void answer.end('{"code":"UNAVAILABLE","message":"down"}')
    }
    const file = folder === undefined ? undefined : path.join(folder, address)
    if (file !== undefined && address !== '/' && statSync(file, { throwIfNoEntry: false })?.isFile() === true) return answerFile(answer, file, {})
    const isPage = folder !== undefined && !address.startsWith('/api/')
    const headers = { ...incoming.headers, ...((isPage || address === '/sw.js') && { 'accept-encoding': 'identity', 'if-none-match': '' }) }
    const outgoing = request(target + incoming.url, { method: incoming.method, headers }, (reply) => {
      const { 'content-length': _length, etag: _etag, ...others } = reply.headers
      if (isPage && folder !== undefined && String(reply.headers['content-type']).startsWith('text/html')) {
        reply.resume()
        return answerFile(answer, path.join(folder, 'index.html'), others)
      }
      answer.writeHead(reply.statusCode ?? 500, reply.headers)
      reply.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    answer.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const bound = proxy.address()
  return {
    url: `http://localhost:${typeof bound === 'object' ? bound?.port : undefined}`,
    publish: (next) => {
      folder = next?.folder
    },
    setServing: (serves) => {
      isServing = serves
    },
    close: () => {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}
