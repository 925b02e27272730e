import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { HistoryState } from '#contract/history-imports.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { likePart } from '#server/platform/database/like-pattern.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type HistoryImportRow = Selectable<Tables['history_imports']>

const selectImports = (trx: Trx, workspaceId: string) =>
  trx.selectFrom('history_imports').selectAll().where('workspace_id', '=', workspaceId)

export async function insertHistoryImport(
  trx: Trx,
  row: Insertable<Tables['history_imports']>,
): Promise<void> {
  await trx.insertInto('history_imports').values(row).execute()
}

export async function findHistoryImport(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<HistoryImportRow | undefined> {
  return selectImports(trx, workspaceId).where('id', '=', id).executeTakeFirst()
}

/** Returns an import and locks its row. */
export async function lockHistoryImport(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<HistoryImportRow | undefined> {
  return selectImports(trx, workspaceId).where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function listHistoryImports(
  trx: Trx,
  workspaceId: string,
  limit: number,
): Promise<HistoryImportRow[]> {
  return selectImports(trx, workspaceId).orderBy('id', 'desc').limit(limit).execute()
}

export async function updateHistoryImport(
  trx: Trx,
  workspaceId: string,
  id: string,
  columns: Updateable<Tables['history_imports']>,
): Promise<void> {
  await trx
    .updateTable('history_imports')
    .set(columns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Returns whether an import of the workspace runs in the background. */
export async function isHistoryRunning(trx: Trx, workspaceId: string): Promise<boolean> {
  const states: HistoryState[] = ['checking', 'in_progress', 'undoing']
  const running = await trx
    .selectFrom('history_imports')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('state', 'in', states)
    .executeTakeFirst()
  return running !== undefined
}

export async function deleteHistoryImport(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<void> {
  await trx
    .deleteFrom('history_imports')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

export type BalanceSums = { opened: number; kept: number }

/**
 * Returns the points of the opening balances of imports, and those that an undo could not take
 * back.
 */
export async function sumBalances(
  trx: Trx,
  workspaceId: string,
  ids: string[],
): Promise<Map<string, BalanceSums>> {
  const { rows } = await sql<BalanceSums & { import_id: string }>`
    select import_id, coalesce(sum(points) filter (where paid_at is not null), 0)::float8 as opened,
      coalesce(sum(points - returned) filter (where returned is not null), 0)::float8 as kept
    from history_balances
    where workspace_id = ${workspaceId} and import_id = any (${ids}::uuid[])
    group by import_id`.execute(trx)
  return new Map(rows.map(({ import_id: id, ...sums }) => [id, sums]))
}

export type HistoryPersonRow = Pick<
  Selectable<Tables['history_people']>,
  | 'name'
  | 'email'
  | 'user_id'
  | 'former'
  | 'given_posts'
  | 'given_points'
  | 'received_posts'
  | 'received_points'
>
const personColumns = [
  'name',
  'email',
  'user_id',
  'former',
  'given_posts',
  'given_points',
  'received_posts',
  'received_points',
] as const

/** Returns the condition that a text is a part of someone's name or address. */
const matchesPerson = (search: string) => {
  const part = likePart(search.trim())
  return sql<boolean>`(lower(name) like ${part} or lower(email) like ${part})`
}

/** Returns people of an import, those with the most posts first. `unknown`: only who is no member. */
export async function listHistoryPeople(
  trx: Trx,
  workspaceId: string,
  importId: string,
  {
    unknown,
    search = '',
    offset,
    limit,
  }: { unknown: boolean; search?: string; offset: number; limit: number },
): Promise<HistoryPersonRow[]> {
  return trx
    .selectFrom('history_people')
    .select(personColumns)
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .$if(unknown, (query) =>
      query.where((eb) => eb.or([eb('user_id', 'is', null), eb('former', '=', true)])),
    )
    .$if(search.trim() !== '', (query) => query.where(matchesPerson(search)))
    .orderBy(sql`given_posts + received_posts`, 'desc')
    .orderBy('key')
    .offset(offset)
    .limit(limit)
    .execute()
}

export async function countUnknownPeople(
  trx: Trx,
  workspaceId: string,
  importId: string,
  search = '',
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from history_people
    where workspace_id = ${workspaceId} and import_id = ${importId}
      and (user_id is null or former) and ${matchesPerson(search)}`.execute(trx)
  return rows[0]?.count ?? 0
}

export type HistoryTagRow = Pick<
  Selectable<Tables['history_tags']>,
  'tag' | 'posts' | 'value_id' | 'created'
>

/** Returns the hashtags of an import, the most used first. */
export async function listHistoryTags(
  trx: Trx,
  workspaceId: string,
  importId: string,
  limit: number,
): Promise<HistoryTagRow[]> {
  return trx
    .selectFrom('history_tags')
    .select(['tag', 'posts', 'value_id', 'created'])
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .orderBy('posts', 'desc')
    .orderBy('tag')
    .limit(limit)
    .execute()
}

/** Sets the values of hashtags. `created`: the import has created the value. */
export async function setTagValue(
  trx: Trx,
  workspaceId: string,
  importId: string,
  { tag, valueId, created }: { tag: string; valueId: string; created: boolean },
): Promise<void> {
  await trx
    .updateTable('history_tags')
    .set({ value_id: valueId, created })
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .where('tag', '=', tag)
    .execute()
}

/** Returns whether a user is a former teammate of an import. */
export async function isFormerTeammate(
  trx: Trx,
  workspaceId: string,
  importId: string,
  userId: string,
): Promise<boolean> {
  const found = await trx
    .selectFrom('history_people')
    .select('key')
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .where('user_id', '=', userId)
    .where('former', '=', true)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Moves everything of a former teammate to a member. Returns the number of posts, or null when the
 * two are together in a post.
 */
export async function mergePeople(
  trx: Trx,
  workspaceId: string,
  formerId: string,
  userId: string,
): Promise<number | null> {
  const { rows } = await sql<{ posts: number | null }>`
    select history_people_merge(${workspaceId}, ${formerId}, ${userId}) as posts`.execute(trx)
  return rows[0]?.posts ?? null
}

/**
 * Returns a regular expression of PostgreSQL for an address that is no part of a longer one. A cell
 * may list several addresses, or have them in a text.
 */
const toAddressPattern = (email: string): string =>
  `(?<![\\w.+-])${email.replaceAll(/[^\p{L}\p{N}@]/gu, String.raw`\$&`)}(?![\\w-]|\\.\\w)`

/**
 * Deletes what imports know about an erased person: the name, the address and rows of files. A file
 * has up to a million rows, so that the whole row is searched before its cells.
 */
export async function eraseFromHistoryImports(
  trx: Trx,
  { workspace_id: workspaceId, id, email }: { workspace_id: string; id: string; email: string },
): Promise<void> {
  await sql`
    update history_people set name = '', email = '', key = 'erased ' || coalesce(user_id::text, '') || md5(key)
    where workspace_id = ${workspaceId} and (user_id = ${id} or (${email} <> '' and key = ${email}))
    `.execute(trx)
  await sql`
    delete from history_rows r
    where workspace_id = ${workspaceId} and ${email} <> ''
      and strpos(lower(array_to_string(r.cells, ' ')), ${email}) > 0
      and exists (
        select 1 from unnest(r.cells) c
        where strpos(lower(c), ${email}) > 0 and lower(c) ~ ${toAddressPattern(email)})
    `.execute(trx)
}
