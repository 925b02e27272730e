// Constructs of printed statements that Citus refuses (docs/scaling.md). Only `npm run verify:citus`
// runs the statements on a cluster, so this test finds the usual ones in every run.
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const readText = (path: string) => readFileSync(`${root}${path}`, 'utf8')

/** Functions that run on the node of their first parameter, the workspace. */
const workspaceFunctions = readdirSync(`${root}server/db/functions`).flatMap((file) =>
  [
    ...readText(`server/db/functions/${file}`).matchAll(
      /create or replace function (\w+)\(\s*p_workspace uuid/g,
    ),
  ].map((match) => match[1] ?? ''),
)
/** Tables that are not distributed: any INSERT into them works. */
const otherTables = ['accounts', 'sessions']

/** Returns the printed statements, each on one line, with the query file they belong to. */
const statements = globSync('server/{modules,workflows}/**/*quer{y,ies}.sql', {
  cwd: root,
}).flatMap((file) =>
  readText(file)
    .replaceAll(/^--.*$/gm, '')
    .split(';\n')
    .map((text) => ({ file, text: text.replaceAll(/\s+/g, ' ').trim() })),
)

/** Returns whether a statement is a call of the function and nothing else. */
const isWholeCall = (text: string, name: string) =>
  new RegExp(`^select ${name}\\((?!.* (from|where) )[^;]*\\)( as \\w+)?$`).test(text) ||
  new RegExp(
    `^select (?!\\w+::)[^()]*(\\(\\*\\))?( as \\w+)? from ${name}\\([^;]*\\)( as \\w+)?$`,
  ).test(text)

const findViolations = (list: readonly { file: string; text: string }[]) =>
  list.flatMap(({ file, text }) => {
    const called = workspaceFunctions.filter((name) => new RegExp(`\\b${name}\\(`).test(text))
    const insert =
      /insert into (\w+)(?: as \w+)? \([^)]*\) select (?:(?! from ).)* from (?:unnest|jsonb_to_recordset|generate_series)\(/.exec(
        text,
      )
    return [
      ...called
        .filter((name) => !isWholeCall(text, name))
        .map((name) => `${file}: ${name} is a part of a statement: ${text}`),
      ...(insert && !otherTables.includes(insert[1] ?? '')
        ? [`${file}: an INSERT reads an array or JSON: ${text}`]
        : []),
    ]
  })

test('printed statements have no constructs that Citus refuses', () => {
  expect(workspaceFunctions).toContain('posts_search')
  expect(statements.length).toBeGreaterThan(1_000)
  expect(findViolations(statements)).toEqual([])
})

test.each([
  `select 1 from users_of_employee_numbers($1, $2) where user_id <> $3`,
  `select history_undo_batch($1, $2, $3)::float8 as posts`,
  `select user_id from users_of_employee_numbers($1, $2) union all select id from users`,
  `insert into budget_owners (workspace_id, user_id) select $1, id from unnest($2::uuid[]) id`,
])('finds: %s', (text) => {
  expect(findViolations([{ file: 'queries.sql', text }])).toHaveLength(1)
})
