import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

export type Encoding = 'br' | 'gzip'

type Content = { bytes: Uint8Array<ArrayBuffer>; etag: string }

export type WebFile = {
  contentType: string
  /** True for names with a content hash: the file never changes. */
  isImmutable: boolean
  plain: Content
  compressed: Partial<Record<Encoding, Content>>
}

/** The built app by address path, such as `/assets/index-B3k2xQ9a.js`. */
export type WebFiles = ReadonlyMap<string, WebFile>

const contentTypeByExtension: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

const encodingByExtension: Readonly<Record<string, Encoding>> = { '.br': 'br', '.gz': 'gzip' }

/**
 * Reads the built app (a few MB) into memory: no path traversal is possible, and answers never mix two builds. A
 * missing folder yields no files.
 */
export async function readWebFiles(webDir: string): Promise<WebFiles> {
  const bytesByPath = new Map<string, Uint8Array<ArrayBuffer>>()
  for (const entry of await readFolder(webDir)) {
    const file = path.join(entry.parentPath, entry.name)
    const address = `/${path.relative(webDir, file).split(path.sep).join('/')}`
    // Dot files are the build's own metadata.
    if (entry.isFile() && !address.includes('/.')) bytesByPath.set(address, new Uint8Array(await readFile(file)))
  }

  const files = new Map<string, WebFile>()
  for (const [address, bytes] of bytesByPath) {
    if (isCompressedSibling(address, bytesByPath)) continue
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
    const compressed: WebFile['compressed'] = {}
    for (const [extension, encoding] of Object.entries(encodingByExtension)) {
      const sibling = bytesByPath.get(address + extension)
      if (sibling && sibling.length < bytes.length) compressed[encoding] = { bytes: sibling, etag: `"${hash}-${encoding}"` }
    }
    files.set(address, {
      contentType: contentTypeByExtension[path.posix.extname(address).toLowerCase()] ?? 'application/octet-stream',
      isImmutable: /^\/assets\/.+[-.][\w-]{8,}\.\w+$/.test(address),
      plain: { bytes, etag: `"${hash}"` },
      compressed,
    })
  }
  return files
}

const isCompressedSibling = (address: string, bytesByPath: ReadonlyMap<string, unknown>): boolean => {
  const extension = path.posix.extname(address)
  return extension in encodingByExtension && bytesByPath.has(address.slice(0, -extension.length))
}

async function readFolder(folder: string) {
  try {
    return await readdir(folder, { recursive: true, withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
