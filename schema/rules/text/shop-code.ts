import { shops } from '../../collections/people/shops.ts'
import { isUuid } from '../../values/uuid.ts'

/** First segments that scanners and monitors ask any server for, and that are no page of this one. */
export const technicalSegments: readonly string[] = [
  'metrics',
  'actuator',
  'cgi-bin',
  'graphql',
  'phpmyadmin',
  'server-info',
  'server-status',
  'wp-admin',
  'wp-content',
  'wp-includes',
  'wp-json',
]

/** First segments of our own addresses: a shop with such a code could not be reached. */
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

/** The documented rule of codes, without the words and shapes that stand for something else in an address. */
export const shopCodeSchema = shops.fields.code.schema.refine((code) => !reservedCodes.has(code.toLowerCase()) && !isUuid(code), {
  error: 'This shop code is reserved. Please choose another one.',
})

export const shopColorSchema = shops.fields.color.schema.refine((color) => color === null || /^#[0-9a-f]{6}$/i.test(color), {
  error: 'Color must look like #3b82f6',
})
