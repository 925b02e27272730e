import type { Trx } from '#server/platform/database.ts'

export async function findOwnEmail(trx: Trx, workspace_id: string, user_id: string): Promise<string> {
  return (await trx.selectFrom('users').select('email').where('workspace_id', '=', workspace_id).where('id', '=', user_id).executeTakeFirstOrThrow()).email
}
export async function hasEmail(trx: Trx, workspace_id: string, email: string): Promise<boolean> {
  return await trx.selectFrom('users').select('id').where('workspace_id', '=', workspace_id).where('email', '=', email).executeTakeFirst() !== undefined
}

/** The picture of a user, whose row is held until the end of the transaction: of two uploads one comes after the other. */
export async function findAvatar(trx: Trx, workspace_id: string, user_id: string): Promise<{ id: string; storage_key: string } | undefined> {
  const user = await trx.selectFrom('users').select('avatar_file_id').where('workspace_id', '=', workspace_id).where('id', '=', user_id).forUpdate().executeTakeFirstOrThrow()
  if (user.avatar_file_id === null) return undefined
  return trx.selectFrom('files').select(['id', 'storage_key']).where('workspace_id', '=', workspace_id).where('id', '=', user.avatar_file_id).executeTakeFirst()
}
export async function setAvatar(trx: Trx, workspace_id: string, user_id: string, avatar_file_id: string | null): Promise<void> {
  await trx.updateTable('users').set({ avatar_file_id }).where('workspace_id', '=', workspace_id).where('id', '=', user_id).execute()
}
export async function removeFile(trx: Trx, workspace_id: string, id: string): Promise<void> {
  await trx.deleteFrom('files').where('workspace_id', '=', workspace_id).where('id', '=', id).execute()
}
