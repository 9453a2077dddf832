import type { Context } from 'hono'
import { stripMetadata } from '#schema/rules/files/metadata/strip-metadata.ts'
import type { AppEnv } from '../../app-env.ts'
import { toSha256 } from '../../to-sha256.ts'
import { isUnchanged } from './entity-tag.ts'

type File = { content: Uint8Array<ArrayBuffer>; mimeType: string; sha256: string }

/**
 * Answers a file that a user uploaded. CSP sandbox and nosniff keep it harmless when opened as a page. `caching`: who
 * may store it; browsers revalidate each time unless `maxAgeSeconds` is set.
 */
export function answerFile(
  c: Context<AppEnv>,
  { content, mimeType, sha256 }: File,
  { caching, maxAgeSeconds = 0, disposition }: { caching: 'private' | 'public'; maxAgeSeconds?: number; disposition?: string },
): Response {
  const etag = `"${sha256}"`
  const headers = {
    'Cache-Control': maxAgeSeconds === 0 ? `${caching}, no-cache` : `${caching}, max-age=${maxAgeSeconds}`,
    ETag: etag,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    ...(disposition !== undefined && { 'Content-Disposition': disposition }),
  }
  if (isUnchanged(c.req.header('If-None-Match'), etag)) return new Response(null, { status: 304, headers })
  return new Response(content, { headers: { ...headers, 'Content-Type': mimeType, 'Content-Length': String(content.length) } })
}

/** The file for people outside the shop: without image metadata (location, camera, people). */
export function toPublicFile<Kept extends File>(file: Kept): Kept {
  const content = stripMetadata(file.content)
  return { ...file, content, sha256: toSha256(content) }
}
