import type { Trx } from '#server/platform/database.ts'

export async function findOwnEmail(trx: Trx, workspace_id: string, user_id: string): Promise<string> {
  return (await trx.selectFrom('users').select('email').where('workspace_id', '=', workspace_id).where('id', '=', user_id).executeTakeFirstOrThrow()).email
}
export async function hasEmail(trx: Trx, workspace_id: string, email: string): Promise<boolean> {
  return await trx.selectFrom('users').select('id').where('workspace_id', '=', workspace_id).where('email', '=', email).executeTakeFirst() !== undefined
}

/** The picture of a user, whose row is held until the end of the transaction: of two uploads one comes after the other. */
export async function findAvatar(trx: Trx, workspace_id: string, user_id: string): Promise<string | null> {
  return (await trx.selectFrom('users').select('avatar_file_id').where('workspace_id', '=', workspace_id).where('id', '=', user_id).forUpdate().executeTakeFirstOrThrow()).avatar_file_id
}
