import { defineServerTable } from '../../collection.ts'
import {
  flag,
  optionalCountryCode,
  optionalEmail,
  optionalInstant,
  optionalPhone,
  optionalText,
  reference,
  secret,
  serverInstant,
  serverInteger,
  text,
} from '../../fields.ts'

const cascade = { action: 'cascade' } as const

/** A person who signs in. Login ids are unique without regard to case; only a hash of the password is kept. */
export const users = defineServerTable({
  name: 'users',
  fields: {
    loginId: text('Login ID', { required: 'Login ID is required', max: 100 }),
    passwordHash: secret(text('Password', { required: 'Password is required' })),
    name: optionalText('Name', { max: 200 }),
    email: optionalEmail('Email'),
    countryCode: optionalCountryCode('Country code'),
    phone: optionalPhone('Phone'),
    alternateCountryCode: optionalCountryCode('Alternate country code'),
    alternatePhone: optionalPhone('Alternate phone'),
    createdAt: serverInstant('Created'),
    /** Time since which nobody may sign in as them; null while they may. */
    disabledAt: optionalInstant('Disabled', { writer: 'server' }),
  },
})

/** Which user holds which privilege. */
export const usersPrivileges = defineServerTable({
  name: 'users_privileges',
  fields: {
    userId: reference('User', 'users', { required: 'User ID is required', onParentDelete: cascade }),
    privilegeId: reference('Privilege', 'privileges', { required: 'Privilege ID is required', onParentDelete: cascade }),
  },
})

/** A staff session (DATA-22: sid, sess, expire). The id in the cookie is stored as a hash only. */
export const sessions = defineServerTable({
  name: 'sessions',
  fields: {
    sidHash: secret(text('Session', { required: 'Session is required' })),
    userId: reference('User', 'users', { required: 'User ID is required', onParentDelete: cascade }),
    createdAt: serverInstant('Signed in'),
    lastSeenAt: serverInstant('Last seen'),
    /** Sliding end (7 days after the last request), never past `absoluteExpiresAt` (30 days after sign-in). */
    expiresAt: serverInstant('Expires'),
    absoluteExpiresAt: serverInstant('Expires at the latest'),
    /** Browser and address at sign-in; null where the browser names none. */
    userAgent: optionalText('Browser', { max: 300 }),
    address: optionalText('Address', { max: 100 }),
    /** Time at which a sign-in code was last entered in this session. */
    codeAt: optionalInstant('Code entered', { writer: 'server' }),
  },
})

/** Sign-in codes from an app (TOTP). One per user; not in force until a right code confirmed it. */
export const secondFactors = defineServerTable({
  name: 'second_factors',
  fields: {
    userId: reference('User', 'users', { required: 'User ID is required', onParentDelete: cascade }),
    /** Base32. The server computes codes with it, so a hash would not do. */
    secret: secret(text('Secret', { required: 'Secret is required' })),
    createdAt: serverInstant('Created'),
    confirmedAt: optionalInstant('On since', { writer: 'server' }),
    /** The 30-second step of the last code that was taken: each is good once. */
    lastStep: serverInteger('Last step'),
  },
})

/** Codes that replace the app when it is lost, each good once; stored as a hash only. */
export const recoveryCodes = defineServerTable({
  name: 'recovery_codes',
  fields: {
    userId: reference('User', 'users', { required: 'User ID is required', onParentDelete: cascade }),
    codeHash: secret(text('Code', { required: 'Code is required' })),
  },
})

/** A token with which a person's program signs in; its text is stored as a hash only. */
export const apiTokens = defineServerTable({
  name: 'api_tokens',
  fields: {
    userId: reference('User', 'users', { required: 'User ID is required', onParentDelete: cascade }),
    name: text('Name', { required: 'Name is required', max: 100 }),
    tokenHash: secret(text('Token', { required: 'Token is required' })),
    /** JSON text of the names that were chosen; what the owner no longer holds does not count. */
    privileges: text('Privileges', { required: 'Privileges are required', max: 1000 }),
    readOnly: flag('Read only'),
    /** JSON text of the ids of the only shops that exist for it; null for all of the owner's. */
    shopIds: optionalText('Shops', { max: 40_000, writer: 'server' }),
    /** From then on it is worth nothing. */
    expiresAt: optionalInstant('Ends', { writer: 'server' }),
    createdAt: serverInstant('Created'),
    /** To the minute. */
    lastUsedAt: optionalInstant('Last used', { writer: 'server' }),
  },
})

/** A one-time code sent to a customer's phone: one per shop, country code and phone; stored as a keyed hash. */
export const otps = defineServerTable({
  name: 'otps',
  fields: {
    shopId: reference('Shop', 'shops', { required: 'Shop ID is required', onParentDelete: cascade }),
    countryCode: text('Country code', { required: 'Country code is required', max: 5 }),
    phone: text('Phone', { required: 'Phone number is required', max: 15 }),
    otpCode: secret(text('Code', { required: 'OTP must be exactly 6 digits' })),
    expiresAt: serverInstant('Expires'),
    createdAt: serverInstant('Sent'),
    tries: serverInteger('Tries'),
    verified: flag('Verified'),
  },
})

/** A customer who has proved who they are: half an hour, one shop, one customer. The id in the cookie is stored as a hash only. */
export const portalSessions = defineServerTable({
  name: 'portal_sessions',
  fields: {
    sidHash: secret(text('Session', { required: 'Session is required' })),
    shopId: reference('Shop', 'shops', { required: 'Shop ID is required', onParentDelete: cascade }),
    customerId: reference('Customer', 'customers', { required: 'Customer ID is required', onParentDelete: cascade }),
    /** The number that was proved: the session ends when it is no longer the customer's. */
    countryCode: text('Country code', { required: 'Country code is required', max: 5 }),
    phone: text('Phone', { required: 'Phone number is required', max: 15 }),
    /** JSON text of the ids of those who share the number, until one of them is chosen. */
    choices: optionalText('Choices'),
    createdAt: serverInstant('Verified'),
    expiresAt: serverInstant('Expires'),
  },
})
