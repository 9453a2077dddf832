import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { AppEnv } from '../app-env.ts'
import type { Config } from '../config.ts'
import { isHttps } from './client-address.ts'

type CookieConfig = Pick<Config, 'trustedProxyHops' | 'publicOrigin'>

/** The longest that browsers keep cookies. */
const maxAgeSeconds = 400 * 86_400

const cookieName = (c: Context<AppEnv>, config: CookieConfig): string => (isHttps(c, config) ? '__Host-mainspring_device' : 'mainspring_device')

/** Accounts that signed in on this device. They only get a separate throttle at sign-in. */
export const readDeviceCookie = (c: Context<AppEnv>, config: CookieConfig): string | undefined => getCookie(c, cookieName(c, config))

/** Only for browsers, which send Origin: other clients may expect a single cookie. */
export function writeDeviceCookie(c: Context<AppEnv>, config: CookieConfig, device: string): void {
  if (c.req.header('Origin') === undefined) return
  setCookie(c, cookieName(c, config), device, { path: '/', httpOnly: true, sameSite: 'Lax', secure: isHttps(c, config), maxAge: maxAgeSeconds })
}
