import type { MadeOrderLink } from '#schema/api/links/order-links.ts'
import type {
  PortalSessionAnswer,
  PublicCustomer,
  PublicEmail,
  PublicEmailBody,
  PublicOrder,
  PublicOrderBody,
  RegistrationBody,
  SendOtpAnswer,
  SendOtpBody,
  VerifiedAnswer,
  VerifyAccessBody,
  VerifyOtpBody,
} from '#schema/api/portal.ts'
import type { Issue } from '#schema/errors.ts'
import { ApiError } from '#web/api/errors.ts'
import { createHttp, type Http } from '#web/api/http.ts'
import { toServerText } from './language/texts.ts'

export type { PublicCustomer, PublicOrder } from '#schema/api/portal.ts'

export type Failure = {
  isUnverified: boolean
  message: string | undefined
  issues: readonly Issue[]
  retryAfterSeconds: number | undefined
}

/** `choices`: the customers who share the verified phone, if several. */
export type Verified = Pick<VerifiedAnswer, 'customer' | 'choices'>

/** A short timeout for a reloaded page's session check. */
const sessionTimeoutMs = 5_000

export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: Failure }

export type PortalApi = ReturnType<typeof createPortalApi>

/** A customer's requests to one shop. None throws: a failure is an outcome. */
export function createPortalApi(shopId: string, http: Http = createHttp()) {
  const shop = encodeURIComponent(shopId)
  const post = <T>(path: string, body: unknown): Promise<Outcome<T>> => attempt(http.request<T>('POST', `/api/${path}`, body))
  return {
    sendCode: (body: SendOtpBody) => post<SendOtpAnswer>(`${shop}/customers/send-otp`, body),
    verifyCode: (body: VerifyOtpBody) => post<VerifiedAnswer>(`${shop}/customers/verify-otp`, body),
    verifyAccess: (body: VerifyAccessBody) => post<VerifiedAnswer>(`${shop}/customers/verify-access`, body),
    readSession: () => attempt(http.request<PortalSessionAnswer>('GET', `/api/public/${shop}/session`, undefined, { timeoutMs: sessionTimeoutMs })),
    signOut: () => post<unknown>(`public/${shop}/sign-out`, {}),
    register: (body: RegistrationBody) => post<unknown>(`public/${shop}/customers`, body),
    createOrder: (body: PublicOrderBody) => post<PublicOrder>(`public/${shop}/orders`, body),
    linkOrder: (id: string) => post<MadeOrderLink>(`public/${shop}/orders/${encodeURIComponent(id)}/links`, {}),
    sendPhoto: (orderId: string, photoId: string, photo: Blob) =>
      attempt(http.request<unknown>('PUT', `/api/public/${shop}/orders/${encodeURIComponent(orderId)}/photos/${photoId}`, photo)),
    readEmail: ({ id: customerId }: PublicCustomer) =>
      attempt(http.request<PublicEmail>('GET', `/api/public/${shop}/email`, undefined, { query: { customerId } })),
    settleEmail: (body: PublicEmailBody) => attempt(http.request<unknown>('PUT', `/api/public/${shop}/email`, body)),
    /** A shared photo's URL; needs the page's session cookie. */
    photoAddress: (id: string, part: 'content' | 'thumbnail'): string => `/api/public/${shop}/attachments/${encodeURIComponent(id)}/${part}`,
    readOrders: ({ id: customerId }: PublicCustomer) =>
      attempt(http.request<PublicOrder[]>('GET', `/api/public/${shop}/orders`, undefined, { query: { customerId } })),
  }
}

async function attempt<T>(work: Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work }
  } catch (error) {
    return { ok: false, failure: errorToFailure(error) }
  }
}

/** Without a response of our server (offline, captive portal) the failure has no message. */
function errorToFailure(error: unknown): Failure {
  if (!(error instanceof ApiError) || !error.isFromServer) return { isUnverified: false, message: undefined, issues: [], retryAfterSeconds: undefined }
  return {
    isUnverified: error.status === 401,
    message: toServerText(error.message, error.code),
    issues: (error.issues ?? []).map(({ path, message }) => ({ path, message: toServerText(message, 'VALIDATION') })),
    retryAfterSeconds: error.retryAfterSeconds,
  }
}
