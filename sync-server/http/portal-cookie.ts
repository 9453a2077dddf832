import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { portalSessionMinutes } from '#schema/rules/customers/portal.ts'
import type { AppEnv } from '../app-env.ts'
import type { Config } from '../config.ts'
import { readBearer } from './bearer.ts'
import { isHttps } from './client-address.ts'

type CookieConfig = Pick<Config, 'trustedProxyHops' | 'publicOrigin'>

/** Differs from the staff cookie, so that neither is read as the other. */
const cookieName = (c: Context<AppEnv>, config: CookieConfig): string => (isHttps(c, config) ? '__Host-mainspring_portal' : 'mainspring_portal')

/** A request with an API token is authenticated by that alone. */
export const readPortalCookie = (c: Context<AppEnv>, config: CookieConfig): string | undefined =>
  readBearer(c) === undefined ? getCookie(c, cookieName(c, config)) : undefined

/** SameSite=Strict: only the portal's own page sends it. */
export const writePortalCookie = (c: Context<AppEnv>, config: CookieConfig, sessionId: string): void =>
  setCookie(c, cookieName(c, config), sessionId, {
    path: '/',
    httpOnly: true,
    sameSite: 'Strict',
    secure: isHttps(c, config),
    maxAge: portalSessionMinutes * 60,
  })

export const clearPortalCookie = (c: Context<AppEnv>, config: CookieConfig): void => {
  deleteCookie(c, cookieName(c, config), { path: '/', httpOnly: true, sameSite: 'Strict', secure: isHttps(c, config) })
}
