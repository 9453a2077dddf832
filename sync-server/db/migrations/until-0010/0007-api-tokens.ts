import type { Migration } from '../../schema-migration.ts'

/** Keys of people's programs. */
export const apiTokens: Migration = {
  name: '0007-api-tokens',
  statements: [
    `create table api_tokens (
      id text primary key,
      user_id text not null references users (id) on delete cascade,
      name text not null,
      token_hash text not null unique,
      privileges text not null,
      created_at text not null,
      last_used_at text
    ) strict`,
    `create index api_tokens_user on api_tokens (user_id)`,
  ],
}
