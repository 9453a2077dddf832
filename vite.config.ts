import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { languages } from './schema/language/compiled/languages.ts'
import { chunkPlan } from './scripts/tools/build/chunk-plan.ts'
import { slimPackages } from './scripts/tools/build/slim-packages.ts'
import { dashboardAddresses, isDashboardAddress, serverAddresses } from './web/dashboard-addresses.ts'

const webDir = resolve(import.meta.dirname, 'web')
const outDir = resolve(import.meta.dirname, 'dist/web')

const { version } = JSON.parse(readFileSync(resolve(import.meta.dirname, 'package.json'), 'utf8')) as { version: string }

/** Of the app, a file for each language other than English. */
const staffTexts = /\/schema\/language\/compiled\/staff\/staff-/

/** Of the pages for customers. */
const portalTexts = /\/schema\/language\/compiled\/(?:portal|words|errors)\/[a-z]+-/

const chunks = chunkPlan()

export default defineConfig({
  root: webDir,
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(version) },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { dashboard: join(webDir, 'index.html'), portal: join(webDir, 'portal.html') },
      output: {
        // The portal's files have a folder of their own, so that the dashboard's cache can leave them out.
        entryFileNames: ({ name }) => (name === 'portal' ? 'assets/portal/[name]-[hash].js' : 'assets/[name]-[hash].js'),
        chunkFileNames: ({ name, moduleIds }) =>
          moduleIds.every((id) => staffTexts.test(id))
            ? 'assets/texts/[name]-[hash].js'
            : /^portal-(?:shared|requests)|^texts-/.test(name) || (moduleIds.length > 0 && moduleIds.every((id) => id.includes('/web/portal/')))
              ? 'assets/portal/[name]-[hash].js'
              : 'assets/[name]-[hash].js',
        assetFileNames: ({ names }) =>
          names.some((name) => name.startsWith('portal')) ? 'assets/portal/[name]-[hash][extname]' : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            // What asks the server for the first time, before React is there, and what the texts of all pages are compiled for.
            {
              name: 'requests',
              test: /vite\/preload-helper|node_modules\/(?:@messageformat\/runtime|make-plural)\/|\/web\/api\/(?:http|answer|errors|known-server)\.ts$|\/schema\/(?:errors|is-record|api\/server-mark|language\/pick-language|language\/compiled\/languages)\.ts$/,
              priority: 30,
            },
            // What picks the app's language, before the app.
            { name: 'language', test: /\/web\/language\/staff-texts\.ts$|\/schema\/language\/compiled\/staff\/load-staff\.ts$/, priority: 28 },
            // The same of the pages for customers.
            { name: 'portal-requests', test: /\/web\/portal\/(?:language\/texts|[a-z-]+\/[a-z-]+-api)\.ts$/, priority: 25 },
            // React changes with its releases only, and both bundles share it.
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 20 },
            // The login page asks Dexie alone who was signed in last.
            { name: 'dexie', test: /node_modules\/dexie\//, priority: 15 },
            // The local database is big and the login page does not need it.
            {
              name: 'local-db',
              test: /node_modules\/(?:rxdb|rxjs|mingo|event-reduce-js|array-push-at-sort-position|custom-idle-queue|oblivious-set|binary-decision-diagram|get-browser-rtc)\//,
              priority: 10,
            },
            ...chunks.groups,
            // Of the pages for customers: one file instead of one for each few lines.
            { name: 'portal-shared', test: /\/web\/portal\//, minShareCount: 2 },
            // One file a language, asked for by who reads it.
            ...languages.map((language) => ({ name: `texts-${language}`, test: new RegExp(`${portalTexts.source}${language}\\.ts$`), priority: 10 })),
            // English is what the server says: no page asks for these.
            { name: 'texts-errors', test: /\/schema\/language\/compiled\/errors\/errors-en\.ts$/, priority: 15 },
          ],
        },
      },
    },
  },
  // The folder web/api has the same name as the server's paths; its modules are Vite's to serve. The server sees the host that the browser
  // named: it takes requests of pages of that host only.
  server: { proxy: { '^/api/(?!.*\\.ts(\\?|$))': { target: process.env['MAINSPRING_SERVER'] ?? 'http://localhost:8080', changeOrigin: false } } },
  plugins: [
    slimPackages(),
    chunks.plugin,
    react(),
    tailwindcss(),
    rememberOutDir(),
    portalPages(),
    preloadPages(),
    webManifest(),
    apiDocs(),
    VitePWA({
      strategies: 'generateSW',
      // A new version waits until the person asks for it; web/shell registers the worker itself.
      registerType: 'prompt',
      injectRegister: false,
      manifest: false,
      filename: 'sw.js',
      workbox: {
        globPatterns: [
          'index.html',
          'theme.js',
          'boot-guard.js',
          'manifest.webmanifest',
          'icons/*.{svg,png}',
          'assets/*.{js,css,wasm}',
          'assets/inter-latin-{wght,ext-wght}-normal-*.woff2',
        ],
        globIgnores: ['assets/{portal,texts}/**', 'portal.html'],
        // The shell is cached as '/': under its file name Workbox would also answer '/index', which may be a shop's code. Each file carries its
        // hash: whatever else answers for it (a captive portal, a proxy's page) makes the installation fail, and the worker of before stays.
        manifestTransforms: [
          (entries) => {
            const manifest = entries.map((entry) => ({ ...entry, url: entry.url === 'index.html' ? '/' : entry.url, integrity: toIntegrity(entry.url) }))
            writeFileSync(join(builtDir, precacheListName), JSON.stringify(manifest.map(({ url }) => new URL(url, 'http://app/').pathname)))
            return { manifest }
          },
        ],
        navigateFallback: '/',
        navigateFallbackAllowlist: dashboardAddresses,
        navigateFallbackDenylist: serverAddresses,
        cleanupOutdatedCaches: true,
        // The very first visit is covered at once too: the network may go before the second one.
        clientsClaim: true,
        skipWaiting: false,
        // Cached at run time are only the texts of a chosen language: /api never, other files by the browser's own cache. A page of one segment is
        // the server's; without a network it is the shell's, since it may be the alias of a shop that this device holds. Written into the worker as it
        // stands here.
        runtimeCaching: [
          {
            urlPattern: ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && /^\/[^/.]+\/?$/.test(url.pathname),
            handler: 'NetworkOnly',
            options: { precacheFallback: { fallbackURL: '/' } },
          },
          {
            urlPattern: ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/texts/'),
            handler: 'CacheFirst',
            // The newest of two languages, before and after an update.
            options: { cacheName: 'texts', expiration: { maxEntries: 4 } },
          },
        ],
        inlineWorkboxRuntime: true,
        sourcemap: false,
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      },
    }),
    precompress(),
  ],
})

/** Names what the service worker holds, so that a page can fetch what is missing there. */
const precacheListName = 'precache.json'

/** Where this build writes: a test builds a next version elsewhere. */
let builtDir = outDir

function rememberOutDir(): Plugin {
  return { name: 'mainspring-out-dir', configResolved: ({ root, build }) => void (builtDir = resolve(root, build.outDir)) }
}

const toIntegrity = (fileName: string): string =>
  `sha256-${createHash('sha256')
    .update(readFileSync(join(builtDir, fileName)))
    .digest('base64')}`

/** In development the portal stands at its addresses too; the product's server tells them apart with more knowledge (who is signed in). */
function portalPages(): Plugin {
  return {
    name: 'mainspring-portal-pages',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const isPage = request.headers.accept?.includes('text/html') === true && !/^\/(?:@|api\/)|\.\w+(?:\?|$)/.test(request.url ?? '/')
        if (isPage && !isDashboardAddress(request.url ?? '/')) request.url = '/portal.html'
        next()
      })
    },
  }
}

/** Lets a document name what its script will import in any case, so that it comes beside the script that picks the page or the language. */
function preloadPages(): Plugin {
  return {
    name: 'mainspring-preload-pages',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { chunk, bundle = {} }) {
        if (chunk === undefined) return
        const reach = (file: string, into = new Set<string>()): Set<string> => {
          const found = bundle[file]
          if (into.has(file) || found?.type !== 'chunk') return into
          into.add(file)
          for (const needed of found.imports) reach(needed, into)
          return into
        }
        const [first = new Set<string>(), ...others] = chunk.dynamicImports.map((file) => reach(file))
        const shared = others.reduce((both, other) => both.intersection(other), first).difference(reach(chunk.fileName))
        return [...shared].map((file) => ({ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` }, injectTo: 'head' as const }))
      },
    },
  }
}

/** The manifest of the installed app. Not by VitePWA, which would link it from the portal's page too. */
function webManifest(): Plugin {
  const fileName = 'manifest.webmanifest'
  const readSource = () =>
    JSON.stringify(
      {
        id: '/',
        name: 'Mainspring',
        short_name: 'Mainspring',
        description: 'Repair orders, customers and stock of a repair shop, with or without a network.',
        lang: 'en',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        orientation: 'any',
        background_color: '#faf9f7',
        theme_color: '#0d5c5e',
        categories: ['business', 'productivity'],
        icons: [
          { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
          { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
          { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
          { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
          { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
        shortcuts: [
          { name: 'New order', url: '/?new=order', icons: [{ src: '/icons/shortcut-new-order.png', sizes: '96x96', type: 'image/png' }] },
          { name: 'Orders', url: '/?view=orders', icons: [{ src: '/icons/shortcut-orders.png', sizes: '96x96', type: 'image/png' }] },
          { name: 'Customers', url: '/?view=customers', icons: [{ src: '/icons/shortcut-customers.png', sizes: '96x96', type: 'image/png' }] },
        ],
        screenshots: readScreenshots(join(webDir, 'public/screenshots')),
      },
      null,
      2,
    )
  return fileAtRoot('mainspring-web-manifest', fileName, 'application/manifest+json', readSource)
}

/** The script of `/api/docs`, as its package brings it: no part of the app, which does not load or cache it. */
function apiDocs(): Plugin {
  const fileName = 'api-docs.js'
  const readSource = () => readFileSync(resolve(import.meta.dirname, 'node_modules/openapi-explorer/dist/browser/openapi-explorer.min.js'))
  return fileAtRoot('mainspring-api-docs', fileName, 'text/javascript', readSource)
}

/** A file at the top of the site, served in development and written by a build. */
function fileAtRoot(name: string, fileName: string, contentType: string, readSource: () => string | Buffer): Plugin {
  return {
    name,
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_request, response) => {
        response.setHeader('content-type', contentType)
        response.end(readSource())
      })
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: readSource() })
    },
  }
}

/** Entries for the PNGs in a folder; the part of the name before the first dot is the label, words joined by hyphens. */
function readScreenshots(folder: string) {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => extname(name) === '.png')
    .sort()
    .map((name) => {
      // A PNG's size stands in its first chunk: width at byte 16, height at byte 20.
      const header = readFileSync(join(folder, name)).subarray(16, 24)
      const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
      const words = basename(name, '.png').replaceAll('-', ' ')
      return {
        src: `/screenshots/${name}`,
        sizes: `${width}x${height}`,
        type: 'image/png',
        form_factor: width > height ? 'wide' : 'narrow',
        label: words.charAt(0).toUpperCase() + words.slice(1),
      }
    })
}

/** Writes .br and .gz beside every text file over 1 kB, so that the server compresses nothing while it works. */
function precompress(): Plugin {
  const textTypes = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest', '.wasm'])
  return {
    name: 'mainspring-precompress',
    apply: 'build',
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        for (const name of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
          if (!textTypes.has(extname(name))) continue
          const path = join(outDir, name)
          const content = readFileSync(path)
          if (content.length <= 1024) continue
          writeFileSync(`${path}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }))
          writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
        }
      },
    },
  }
}
