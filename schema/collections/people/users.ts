import { optionalChoice } from '../../choice-fields.ts'
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
import { languages } from '../../language/compiled/languages.ts'
import { isVisibleLoginId } from '../../values/text/login-key.ts'

const cascade = { action: 'cascade' } as const

/** A person who signs in. Login ids are unique however they are spelled; only a hash of the password is kept. */
export const users = defineServerTable({
  name: 'users',
  fields: {
    loginId: text('Login ID', {
      required: 'Login ID is required',
      max: 100,
      pattern: { test: isVisibleLoginId, message: 'Login ID must not contain invisible characters' },
    }),
    /** `loginIdToKey` of the login id: by it a person is found, and it is unique. */
    loginKey: secret(text('Login key', { required: 'Login key is required', max: 2_000, writer: 'server' })),
    passwordHash: secret(text('Password', { required: 'Password is required' })),
    name: optionalText('Name', { max: 200 }),
    email: optionalEmail('Email'),
    countryCode: optionalCountryCode('Country code'),
    phone: optionalPhone('Phone'),
    alternateCountryCode: optionalCountryCode('Alternate country code'),
    alternatePhone: optionalPhone('Alternate phone'),
    /** What the app speaks to this person; null: as the shop. */
    language: optionalChoice('Language', languages),
    createdAt: serverInstant('Created'),
    disabledAt: optionalInstant('Disabled', { writer: 'server' }),
  },
})

export const usersPrivileges = defineServerTable({
  name: 'users_privileges',
  fields: {
    userId: reference('User', 'users', { required: 'User ID is required', onParentDelete: cascade }),
    privilegeId: reference('Privilege', 'privileges', { required: 'Privilege ID is required', onParentDelete: cascade }),
  },
})

/** A staff session. Only a hash of the cookie's id is stored. */
export const sessions = defineServerTable({
  name: 'sessions',
  fields: {
    sidHash: secret(text('Session', { required: 'Session is required' })),
    userId: reference('User', 'users', { required: 'User ID is required', onParentDelete: cascade }),
    createdAt: serverInstant('Signed in'),
    lastSeenAt: serverInstant('Last seen'),
    /** Seven days after the last request, at most `absoluteExpiresAt` (30 days after sign-in). */
    expiresAt: serverInstant('Expires'),
    absoluteExpiresAt: serverInstant('Expires at the latest'),
    userAgent: optionalText('Browser', { max: 300 }),
    address: optionalText('Address', { max: 100 }),
    codeAt: optionalInstant('Code entered', { writer: 'server' }),
  },
})

/** TOTP, one per user; inactive until a correct code confirmed it. */
export const secondFactors = defineServerTable({
  name: 'second_factors',
  fields: {
    userId: reference('User', 'users', { required: 'User ID is required', onParentDelete: cascade }),
    /** Base32. Not hashed, because the server computes codes from it. */
    secret: secret(text('Secret', { required: 'Secret is required' })),
    createdAt: serverInstant('Created'),
    confirmedAt: optionalInstant('On since', { writer: 'server' }),
    /** 30-second step of the last accepted code, so that no code works twice. */
    lastStep: serverInteger('Last step'),
  },
})

/** One-time codes that replace a lost app; stored as hashes. */
export const recoveryCodes = defineServerTable({
  name: 'recovery_codes',
  fields: {
    userId: reference('User', 'users', { required: 'User ID is required', onParentDelete: cascade }),
    codeHash: secret(text('Code', { required: 'Code is required' })),
  },
})

/** An API token; only its hash is stored. */
export const apiTokens = defineServerTable({
  name: 'api_tokens',
  fields: {
    userId: reference('User', 'users', { required: 'User ID is required', onParentDelete: cascade }),
    name: text('Name', { required: 'Name is required', max: 100 }),
    tokenHash: secret(text('Token', { required: 'Token is required' })),
    /** JSON text of the chosen privileges; those the owner no longer has are ignored. */
    privileges: text('Privileges', { required: 'Privileges are required', max: 1000 }),
    readOnly: flag('Read only'),
    /** JSON text of the shop ids it is limited to; null for all of the owner's. */
    shopIds: optionalText('Shops', { max: 40_000, writer: 'server' }),
    expiresAt: optionalInstant('Ends', { writer: 'server' }),
    createdAt: serverInstant('Created'),
    /** To the minute. */
    lastUsedAt: optionalInstant('Last used', { writer: 'server' }),
  },
})

/** One-time code sent to a customer's phone: one per shop, country code and phone; stored as a keyed hash. */
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

/** A verified customer: half an hour, one shop, one customer. Only a hash of the cookie's id is stored. */
export const portalSessions = defineServerTable({
  name: 'portal_sessions',
  fields: {
    sidHash: secret(text('Session', { required: 'Session is required' })),
    shopId: reference('Shop', 'shops', { required: 'Shop ID is required', onParentDelete: cascade }),
    customerId: reference('Customer', 'customers', { required: 'Customer ID is required', onParentDelete: cascade }),
    /** The verified number; the session ends when it is no longer the customer's. */
    countryCode: text('Country code', { required: 'Country code is required', max: 5 }),
    phone: text('Phone', { required: 'Phone number is required', max: 15 }),
    /** JSON text of the ids of the customers who share the number, until one is chosen. */
    choices: optionalText('Choices'),
    createdAt: serverInstant('Verified'),
    expiresAt: serverInstant('Expires'),
  },
})
