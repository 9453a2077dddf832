/**
 * A statement of a migration, which is written for SQLite, in the words of PostgreSQL: tables, columns, indexes and triggers as
 * migrations have them. Texts sort by their bytes on both.
 * @throws TypeError for a trigger of another shape
 */
export function toPostgresDdl(statement: string): string[] {
  const text = statement.trim()
  if (/^create trigger\b/i.test(text)) return toTrigger(text)
  return [toTypes(text.replace(/\)\s*strict(?:,\s*without rowid)?\s*$/i, ')')).replace(/\bis not (?!null\b)/gi, 'is distinct from ')]
}

const toTypes = (text: string): string =>
  /^(?:create table|alter table)\b/i.test(text)
    ? text
        .replace(/\btext((?: not null)?) collate nocase\b/gi, 'text collate nocase$1')
        .replace(/\btext\b(?! collate)/gi, 'text collate "C"')
        .replace(/\binteger\b/gi, 'bigint')
        .replace(/\bblob\b/gi, 'bytea')
    : text

const triggerShape =
  /^create trigger (?<name>\w+) (?<when>(?:after|before) (?:insert|delete|update(?: of [\w, ]+?)?)) on (?<table>\w+)\s+(?:when (?<condition>[\s\S]+?)\s+)?begin\s+(?<body>[\s\S]+?)\s+end$/i

function toTrigger(text: string): string[] {
  const parts = triggerShape.exec(text)?.groups
  if (parts === undefined) throw new TypeError(`This trigger is not understood: ${text}`)
  const { name = '', when = '', table = '', condition, body = '' } = parts
  const distinct = (sql: string): string => sql.replace(/\bis not (?!null\b)/gi, 'is distinct from ')
  return [
    `create function ${name}() returns trigger language plpgsql as $body$ begin ${toBody(body)} return null; end $body$`,
    `create trigger ${name} ${when} on ${table} for each row ${condition === undefined ? '' : `when (${distinct(condition)})`} execute function ${name}()`,
  ]
}

/** `insert or ignore`, and counts that a conflict adds to, whose column is the stored one. */
const toBody = (body: string): string =>
  body
    .replace(/insert or ignore into ([\s\S]+?);/gi, 'insert into $1 on conflict do nothing;')
    .replace(/insert into (\w+) ([\s\S]+?) do update set (\w+) = \3\b/gi, 'insert into $1 $2 do update set $3 = $1.$3')
