import type { Context } from 'hono'
import { stripMetadata } from '#schema/rules/files/metadata/strip-metadata.ts'
import type { AppEnv } from '../../app-env.ts'
import { toSha256 } from '../../to-sha256.ts'
import { isUnchanged } from './entity-tag.ts'

type File = { content: Uint8Array<ArrayBuffer>; mimeType: string; sha256: string }

/**
 * A file that people sent. Opened as a page it may do nothing: it is what its type says, has no origin and loads nothing. `caching`:
 * who may keep it; a browser asks each time whether it is still the same, unless `maxAgeSeconds` says otherwise.
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

/** The file as people outside the shop may see it: without what its picture tells of place, camera and people. */
export function toPublicFile<Kept extends File>(file: Kept): Kept {
  const content = stripMetadata(file.content)
  return { ...file, content, sha256: toSha256(content) }
}
