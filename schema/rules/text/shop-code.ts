import { shops } from '../../collections/people/shops.ts'
import { isUuid } from '../../values/uuid.ts'

/** First path segments that scanners and monitors request from any server. */
export const technicalSegments: readonly string[] = [
  'metrics',
  'actuator',
  'cgi-bin',
  'debug',
  'graphql',
  'health',
  'healthcheck',
  'phpmyadmin',
  'server-info',
  'server-status',
  'wp-admin',
  'wp-content',
  'wp-includes',
  'wp-json',
]

/** First path segments of our own routes: a shop with such a code would be unreachable. */
const reservedCodes: ReadonlySet<string> = new Set([
  'login',
  'profile',
  'app-settings',
  'entity-settings',
  'shop-settings',
  'api',
  'healthz',
  'assets',
  'icons',
  'screenshots',
  'livez',
  'readyz',
  ...technicalSegments,
])

export const shopCodeSchema = shops.fields.code.schema.refine((code) => !reservedCodes.has(code.toLowerCase()) && !isUuid(code), {
  error: 'This shop code is reserved. Please choose another one.',
})

export const shopColorSchema = shops.fields.color.schema.refine((color) => color === null || /^#[0-9a-f]{6}$/i.test(color), {
  error: 'Color must look like #3b82f6',
})
