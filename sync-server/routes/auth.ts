import { loginBodySchema, privilegesAnswer, signedInAnswer } from '#schema/api/auth.ts'
import { privilegeNames } from '#schema/privileges.ts'
import { readClientAddress } from '../http/client-address.ts'
import { readDeviceCookie, writeDeviceCookie } from '../http/device-cookie.ts'
import { clearSessionCookie, readSessionCookie, writeSessionCookie } from '../http/session-cookie.ts'
import { findKnownDevice, noteKnownDevice } from '../session/known-devices.ts'
import { signIn, signOut } from '../session/sessions.ts'
import { defineRoute, emptyAnswer, type Route } from '../registry/registry.ts'

export const authRoutes: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: '/api/login',
    summary: 'Sign in; starts a session in a cookie',
    access: { who: 'anyone' },
    body: loginBodySchema,
    answer: signedInAnswer,
    handler: async ({ c, services, config, limiter, body }) => {
      const loginId = body.user_id
      const oldSessionId = readSessionCookie(c, config)
      const deviceText = readDeviceCookie(c, config)
      const { user, sessionId, maxAgeSeconds } = await signIn(services, limiter, {
        loginId,
        password: body.password,
        code: body.code,
        remoteAddress: readClientAddress(c, config),
        deviceId: await findKnownDevice(services, { loginId, deviceText, sessionId: oldSessionId }),
        userAgent: c.req.header('User-Agent'),
        oldSessionId,
      })
      writeSessionCookie(c, config, sessionId, maxAgeSeconds)
      writeDeviceCookie(c, config, await noteKnownDevice(services, deviceText, loginId))
      return { user }
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/logout',
    summary: 'Sign out; also fine without a session',
    access: { who: 'anyone' },
    answer: emptyAnswer,
    handler: async ({ c, services, config }) => {
      const sessionId = readSessionCookie(c, config)
      if (sessionId !== undefined) await signOut(services, sessionId, readClientAddress(c, config))
      clearSessionCookie(c, config)
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/auth/me',
    summary: 'Who is signed in',
    access: { who: 'signed-in' },
    answer: signedInAnswer,
    handler: async ({ user }) => ({ user }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/auth/privileges',
    summary: 'Names of the privileges of who is signed in',
    access: { who: 'signed-in' },
    answer: privilegesAnswer,
    handler: async ({ caller }) => ({ privileges: privilegeNames.filter((name) => caller.privileges.has(name)) }),
  }),
]
