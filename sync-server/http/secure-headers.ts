import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../app-env.ts'
import type { Config } from '../config.ts'
import { isHttps } from './client-address.ts'

/**
 * Scripts only from our origin, none inline; the barcode reader needs WebAssembly. Inline styles are allowed because
 * Radix positions menus and dialogs with style attributes, which hashes and nonces cannot cover. blob: and data: images
 * are previews.
 */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const headers = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // Voice input needs the microphone, scanning the camera.
  'Permissions-Policy': 'microphone=(self), camera=(self), geolocation=(), payment=(), usb=(), serial=(), display-capture=()',
} as const

const oneYearSeconds = 31_536_000

export const secureHeaders = (config: Config) =>
  createMiddleware<AppEnv>(async (c, next) => {
    await next()
    // Uploaded files have a stricter policy already.
    for (const [name, value] of Object.entries(headers)) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    if (isHttps(c, config)) c.res.headers.set('Strict-Transport-Security', `max-age=${oneYearSeconds}`)
  })
