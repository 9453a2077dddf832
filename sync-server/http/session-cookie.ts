import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { AppEnv } from '../app-env.ts'
import type { Config } from '../config.ts'
import { readBearer } from './bearer.ts'
import { isHttps } from './client-address.ts'

type CookieConfig = Pick<Config, 'trustedProxyHops' | 'publicOrigin'>

/** Over https the name has the `__Host-` prefix, which browsers accept only from this host over https. */
const cookieName = (c: Context<AppEnv>, config: CookieConfig): string => (isHttps(c, config) ? '__Host-mainspring_session' : 'mainspring_session')

const attributes = (c: Context<AppEnv>, config: CookieConfig) => ({ path: '/', httpOnly: true, sameSite: 'Lax', secure: isHttps(c, config) }) as const

/** A request with an API token is authenticated by that alone. */
export const readSessionCookie = (c: Context<AppEnv>, config: CookieConfig): string | undefined =>
  readBearer(c) === undefined ? getCookie(c, cookieName(c, config)) : undefined

/** @param maxAgeSeconds until the absolute end of the session; the server ends an unused one earlier */
export const writeSessionCookie = (c: Context<AppEnv>, config: CookieConfig, sessionId: string, maxAgeSeconds: number): void =>
  setCookie(c, cookieName(c, config), sessionId, { ...attributes(c, config), maxAge: maxAgeSeconds })

export const clearSessionCookie = (c: Context<AppEnv>, config: CookieConfig): void =>
  setCookie(c, cookieName(c, config), '', { ...attributes(c, config), maxAge: 0 })
